import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** An output file of the build with its source (Vite's `build.manifest`). */
type Chunk = { file: string; name?: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[] }

const page = 'index.html'
const manifest = () => JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>

/** Returns the sources that are loaded on demand. */
export function routesOf(): string[] {
  return Object.entries(manifest())
    .filter(([, { isDynamicEntry }]) => isDynamicEntry)
    .map(([source]) => source)
}

/**
 * Returns the scripts that the browser must load before these sources run: their own, all their imports and, for the page, the scripts that it names.
 * A shared output file (`scripts/build/files.ts`) is identified by its name.
 */
export function scriptsOf(...sources: string[]): Set<string> {
  const chunks = manifest()
  const scripts = new Set<string>()
  const visit = (source: string) => {
    const chunk = chunks[source]
    if (!chunk || scripts.has(chunk.file)) return
    if (chunk.file.endsWith('.js')) scripts.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  for (const source of sources.filter((each) => each !== page)) {
    const found = source in chunks ? source : Object.keys(chunks).find((key) => chunks[key]?.name === source)
    if (found === undefined) throw new Error(`Nothing is built from web/${source}. If the screen has moved, update the budgets.`)
    visit(found)
  }
  if (sources.includes(page))
    for (const [, file = ''] of readFileSync(`dist/${page}`, 'utf8').matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g)) scripts.add(file)
  return scripts
}

/** Returns the gzipped size of output files in kB (1,000 bytes). */
export function kilobytes(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length
  return bytes / 1000
}
