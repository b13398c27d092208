import { dirname, join, relative } from 'node:path'
import { defineConfig, normalizePath, type Plugin } from 'vite'

/** Where the server is when it has been built (`scripts/setup/built.js`). */
const place = join(import.meta.dirname, '.setup', 'server')
const own = normalizePath(join(import.meta.dirname, 'server'))

/** The server as one file (`main.js`, which `built.js` starts): a start doesn't have to find, read and link some six hundred. */
export default defineConfig({
  plugins: [atItsPlace(), ofPackages()],
  publicDir: false,
  ssr: { noExternal: true, external: ['pg', 'sharp'] },
  build: {
    ssr: 'server/built.ts',
    target: 'esnext',
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        sourcemapExcludeSources: true,
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
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${dirname(way)}')`)
        .replaceAll('import.meta.url', `new URL('${way}', import.meta.url).href`)
      return { code: moved, map: null }
    },
  }
}

/** Of packages a stack trace tells no lines: they would make it ten times the work. Of Zod, its sentences in fifty languages stay away. */
function ofPackages(): Plugin {
  return {
    name: 'of packages',
    load: (id) => (/\/zod\/v4\/locales\/index\.js$/.test(id) ? 'export {}' : undefined),
    transform: (code, id) => (id.includes('/node_modules/') ? { code, map: { mappings: '' } } : undefined),
  }
}
