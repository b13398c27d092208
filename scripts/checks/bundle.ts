import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** A file of the build, by the source that it was made from (Vite's `build.manifest`). */
type Chunk = { file: string; name?: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[] }

const page = 'index.html'
const manifest = () => JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>

/** The sources that are loaded only when they are needed. */
export function routesOf(): string[] {
  return Object.entries(manifest())
    .filter(([, { isDynamicEntry }]) => isDynamicEntry)
    .map(([source]) => source)
}

/**
 * The scripts that the browser has to load before these sources run: their own, everything they import and, for the page,
 * what it names itself. A file that holds many (`scripts/build/files.ts`) goes by its name.
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
    if (found === undefined) throw new Error(`Nothing is built from web/${source}: a screen has moved, and the budgets with it.`)
    visit(found)
  }
  if (sources.includes(page))
    for (const [, file = ''] of readFileSync(`dist/${page}`, 'utf8').matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g)) scripts.add(file)
  return scripts
}

/** The size of files of the build in kB (1,000 bytes), as they travel with gzip. */
export function kilobytes(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length
  return bytes / 1000
}
