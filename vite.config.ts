import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { beginningOf, fileOf } from './scripts/build/files.ts'

/** Where `npm run dev` has the server. */
const server = process.env.SERVER_ORIGIN ?? 'http://127.0.0.1:3001'

export default defineConfig({
  root: 'web',
  // Through a link to a folder with "#" or "?" in its path (`scripts/setup/built.js`), which must not be resolved again.
  resolve: { preserveSymlinks: process.env.BUILT_THROUGH_LINK === '1' },
  plugins: [withoutSummaries(), react(), tailwindcss(), preloaded(), compressed()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    manifest: true,
    rolldownOptions: {
      preserveEntrySignatures: false,
      output: {
        postBanner: beginningOf,
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf, debugName: 'what is needed together' }] },
      },
    },
    // The Content-Security-Policy runs no inline script and loads no `data:` script or font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': server, '/media': server, '/livez': server, '/readyz': server } },
})

/** Leaves out the summaries of the contract, which only the API's documents show. */
function withoutSummaries(): Plugin {
  const summary = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),\n/g
  return {
    name: 'without summaries',
    apply: 'build',
    transform: (code, id) => (id.includes('/contract/') ? { code: code.replace(summary, "summary: '',\n"), map: null } : undefined),
  }
}

/** Names the app's own file in the page, beside the first one, which would ask for it only once it has come itself. */
function preloaded(): Plugin {
  return {
    name: 'preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const app = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'app')
        return app ? [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${app.fileName}` } }] : []
      },
    },
  }
}

/** Writes a `.br` and a `.gz` beside every text file of the build: the server sends them as they are. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      for (const file of files.filter((name) => /\.(js|css|html|svg|webmanifest)$/.test(name))) {
        const text = readFileSync(join(dir, file))
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(text))
        writeFileSync(join(dir, `${file}.gz`), gzipSync(text, { level: 9 }))
      }
    },
  }
}
