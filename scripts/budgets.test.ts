import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { kilobytes, routesOf, scriptsOf } from './checks/bundle.ts'
import { freePort } from './free-port.js'

/**
 * The limits: gzipped JavaScript in kB, the number of runtime packages, and the first answer in milliseconds. The forms of all resources are one
 * file of 41 kB, which loads in the background.
 */
const budgets = { signIn: 110, movieList: 140, anyOtherRoute: 42, runtimePackages: 120, firstAnswer: 1_000 }

describe('what a browser loads', () => {
  const signIn = ['index.html', 'app']
  const movieList = [...signIn, 'lists', 'movies/MovieList.tsx']

  test(`before the sign-in form works: at most ${budgets.signIn} kB of JavaScript`, () => {
    atMost(budgets.signIn, kilobytes(scriptsOf(...signIn)))
  })

  test(`before the movie list shows: at most ${budgets.movieList} kB of JavaScript`, () => {
    atMost(budgets.movieList, kilobytes(scriptsOf(...movieList)))
  })

  test(`for any other route: at most ${budgets.anyOtherRoute} kB of JavaScript on top`, () => {
    const before = scriptsOf(...movieList)
    const others = [...routesOf(), 'editors']
    assert.ok(others.length > 1, 'no screen is loaded on its own')
    const tooHeavy = others
      .map((route) => ({ route, size: kilobytes(new Set([...scriptsOf(route)].filter((file) => !before.has(file)))) }))
      .filter(({ size }) => size > budgets.anyOtherRoute)
    assert.deepEqual(tooHeavy, [])
  })

  test('the history, the trash and the line of drafts come without the forms', () => {
    const [forms = ''] = [...scriptsOf('editors')]
    assert.match(forms, /editors/)
    for (const part of ['history/HistoryPanel', 'trash/Trash', 'forms/drafts/UnsavedDrafts'])
      assert.ok(!scriptsOf(`${part}.tsx`).has(forms), part)
  })

  test('has the forms compiled as their code comes, and nothing that a first screen waits for', () => {
    const whole = globSync('dist/assets/*.js').filter((file) => readFileSync(file, 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'))
    assert.deepEqual(whole.map((file) => basename(file).split('-')[0]).sort(), ['desk', 'drafts', 'editors', 'history'])
  })

  test('has no rule that looks at the whole page for whatever comes into it, but on paper', () => {
    const sheets = globSync('dist/**/*.css').map((file) => readFileSync(file, 'utf8'))
    const onScreen = sheets.map((sheet) => sheet.replace(/@media print\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')).join('\n')
    assert.ok(onScreen.includes('[data-foot-bar]'))
    assert.deepEqual(onScreen.match(/(?:html|body|:root)[^\s,{>+~]*:has\([^{]*/g), null)
  })

  test('comes from this server alone', () => {
    // An address in a text (a link, a placeholder, a namespace) loads nothing; addresses in these places would.
    const loads =
      /\b(?:src|srcset)\s*=\s*["']?(?:https?:)?\/\/[^"'\s>]*|url\(\s*["']?(?:https?:)?\/\/[^)]*|@import\s+["'](?:https?:)?\/\/[^"']*|<link\b[^>]*\bhref\s*=\s*["']?(?:https?:)?\/\/[^>]*|\b(?:fetch|import|importScripts)\(\s*["'`](?:https?:)?\/\/[^"'`]*/gi
    const files = globSync('dist/**/*.{html,js,css}')
    assert.ok(files.length > 2, 'the web app is not built')
    assert.deepEqual(
      files.flatMap((file) => readFileSync(file, 'utf8').match(loads) ?? []),
      [],
    )
  })
})

test(`at most ${budgets.runtimePackages} packages run on the server, their own packages included`, () => {
  type Locked = { dev?: boolean; devOptional?: boolean; os?: string[]; cpu?: string[] }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
  const running = Object.entries(packages).filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  // A package with a variant for each platform counts once.
  const names = new Set(
    running.map(([path]) => path.replace(/-(?:bin-)?(?:linux|linuxmusl|darwin|win|win32|freebsd|webcontainers|wasm32)(?:-?\w+)*$/, '')),
  )
  assert.ok(names.has('node_modules/fastify'), 'the lockfile is not read as it should be')
  atMost(budgets.runtimePackages, names.size)
})

test(`from a built checkout to the first answer: at most ${budgets.firstAnswer} ms`, async () => {
  // The fastest of five starts counts: the first one compiles, and a busy machine doesn't make the product slow.
  let fastest = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 5 && fastest > budgets.firstAnswer; tries++) fastest = Math.min(fastest, await firstAnswer())
  atMost(budgets.firstAnswer, fastest)
})

/** Milliseconds from starting `scripts/start.js` on an empty data folder until the server answers. */
async function firstAnswer(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'moviebox-budget-'))
  const port = String(await freePort())
  const settings = { HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir, DATABASE_URL: '', ADMIN_PASSWORD: 'popcorn-and-velvet' }
  const started = performance.now()
  const server = spawn(process.execPath, ['scripts/start.js'], { env: { ...process.env, ...settings }, stdio: 'ignore' })
  try {
    while (server.exitCode === null && performance.now() - started < 10_000) {
      const answer = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined)
      if (answer?.ok) return performance.now() - started
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error('The server did not answer.')
  } finally {
    if (server.exitCode === null) await Promise.all([once(server, 'exit'), server.kill('SIGTERM')])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function atMost(budget: number, value: number) {
  assert.ok(value <= budget, `${value.toFixed(1)} is more than ${budget}`)
}
