import { dirname, join, relative } from 'node:path'
import { defineConfig, normalizePath, type Plugin } from 'vite'

/** Where the server is when it has been built (`scripts/setup/built.js`). */
const place = join(import.meta.dirname, '.setup', 'server')
const own = normalizePath(join(import.meta.dirname, 'server'))

/** Comes when it is needed, such as the calendars. Of Fastify that is never: what compiles schemas (decision 019), and what plays at requests. */
const outside = [
  'ical-generator',
  'pg',
  'sharp',
  'prom-client',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

/**
 * What stands in for parts of packages that are loaded and not needed: Zod's sentences in fifty languages, and Fastify's looks at whether a plugin
 * suits it and a route's pattern is safe, which the tests of the sources take for this as well.
 */
const instead: Record<string, string> = {
  'zod/v4/locales/index.js': 'export {}',
  'semver/index.js': 'exports.satisfies = () => true',
  'safe-regex2/index.js': 'module.exports = () => true',
}

/**
 * The server as one file (`main.cjs`, which `server/built.cjs` starts): a start doesn't have to find, read and link some six hundred. It is no
 * module: to link one, Node makes another of each of its own parts and reads all that those export, a third of the time to load it.
 */
export default defineConfig({
  plugins: [atItsPlace(), inAscii(), ofPackages()],
  publicDir: false,
  // Through a link to a folder with "#" or "?" in its path (`scripts/setup/built.js`), which must not be resolved again.
  resolve: { preserveSymlinks: process.env.BUILT_THROUGH_LINK === '1' },
  ssr: { noExternal: true, external: outside },
  build: {
    ssr: 'server/main.ts',
    target: 'esnext',
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        codeSplitting: false,
        sourcemapExcludeSources: true,
        charset: 'ascii',
        // What is written between the names goes, the names stay.
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
})

/** What a file of the server finds beside itself (a thread, a child process, `dist/`), it finds from the built file as well. */
function atItsPlace(): Plugin {
  return {
    name: 'at its place',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(own) || !code.includes('import.meta')) return
      const way = normalizePath(relative(place, id))
      const moved = code
        .replaceAll('import.meta.dirname', `(__dirname + '/${dirname(way)}')`)
        .replaceAll('import.meta.url', `require('node:url').pathToFileURL(__dirname + '/${way}').href`)
      return { code: moved, map: null }
    },
  }
}

/** V8 keeps a text with any other letter in it at two bytes for each. Here for tagged templates, which `charset` leaves as they are. */
function inAscii(): Plugin {
  return {
    name: 'in ASCII',
    transform: (code, id) => (id.startsWith(own) ? { code: code.replace(/[\u0080-\uffff]/g, escaped), map: null } : undefined),
  }
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Of packages a stack trace tells no lines: they would make it ten times the work. TLS and HTTP/2, which Fastify loads, are a proxy's. */
function ofPackages(): Plugin {
  const none = '\0none'
  return {
    name: 'of packages',
    enforce: 'pre',
    resolveId: (id, from) => (/^node:http(?:s|2)$/.test(id) && from?.includes('/node_modules/fastify/') ? none : undefined),
    load: (id) => (id === none ? 'module.exports = {}' : instead[id.split('/node_modules/').at(-1) ?? '']),
    transform: (code, id) => (id.includes('/node_modules/') ? { code, map: { mappings: '' } } : undefined),
  }
}
