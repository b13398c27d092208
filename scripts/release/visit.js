// Starts the product, uses it, and prints the answers as JSON. The Node of an archive runs this file on a machine without other programs
// (`release.test.ts`).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

const [launcher, image] = process.argv.slice(2)
const server = spawn(launcher, ['start'], { stdio: ['ignore', 'pipe', 'inherit'] })
process.on('exit', () => server.kill())
let output = ''
server.stdout.on('data', (chunk) => {
  output += chunk
})
const address = /runs at (http:\S+)/
while (!address.test(output)) await once(server.stdout, 'data')
const [, url] = address.exec(output)
const told = async (path, init) => {
  const reply = await fetch(url + path, init)
  return { status: reply.status, type: reply.headers.get('content-type'), body: await reply.text() }
}
const credentials = { username: 'admin', password: process.env.ADMIN_PASSWORD }
const signedIn = await told('/api/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(credentials),
})
const form = new FormData()
form.append('images', new Blob([readFileSync(image)]), 'planted.png')
const authorization = `Bearer ${JSON.parse(signedIn.body).token}`
const uploaded = await told('/api/upload', { method: 'POST', headers: { authorization }, body: form })
const page = await told('/')
const script = await told(/src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1])
const picture = await told(JSON.parse(uploaded.body)[0].url)
server.kill()
const [code] = await once(server, 'exit')
const answers = { page, script, signedIn, uploaded, picture }
const seen = Object.entries(answers).map(([name, { status, type }]) => [name, `${status} ${type}`])
console.log(JSON.stringify({ ...Object.fromEntries(seen), ended: code }))
