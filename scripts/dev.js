import { freePort } from './free-port.js'
import { packages } from './setup/packages.js'
import { endWith, spawnPinned } from './setup/pinned-node.js'
import { setUp } from './setup.js'

const { PORT = '3000' } = process.env

await setUp([packages])
// The browser calls Vite, which forwards API calls to the server.
const serverPort = await freePort()
console.log(`Open http://localhost:${PORT} in a browser, not the address that the server prints.`)
endWith(
  spawnPinned(['--watch', '--watch-preserve-output', 'server/main.ts'], { HOST: '127.0.0.1', PORT: String(serverPort) }),
  spawnPinned(['node_modules/vite/bin/vite.js', '--port', PORT, '--strictPort'], { SERVER_ORIGIN: `http://127.0.0.1:${serverPort}` }),
)
