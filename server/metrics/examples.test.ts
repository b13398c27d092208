import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { type Samples, scrape } from '#testing/scrape.ts'

let app: TestApp
let samples: Samples
before(async () => {
  app = await testApp({ metrics: { host: '127.0.0.1', port: 0 }, backups: undefined })
  await app.call('GET', '/api/movies')
  samples = (await scrape(app)).samples
})
after(() => app.close())

for (const file of ['deploy/prometheus-alerts.yml', 'deploy/grafana-dashboard.json']) {
  test(`what ${file} asks for, the server tells`, async () => {
    const { text } = await scrape(app)
    const kinds = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => [name, kind]))
    const asked = [...readFileSync(file, 'utf8').matchAll(/\b(?:moviebox|process|nodejs)_[a-z_]+/g)].map(([name]) => name)
    assert.ok(new Set(asked).size > 8)
    for (const name of asked) {
      const metric = name.replace(/_(bucket|sum|count)$/, '')
      assert.ok(kinds.get(name) !== undefined || kinds.get(metric) === 'histogram', `nothing tells ${name}`)
    }
    // Labels in these examples exist from the start; other samples appear with their first event.
    for (const [, name, label, value] of readFileSync(file, 'utf8')
      .replaceAll('\\"', '"')
      .matchAll(/\b(moviebox_\w+)\{(\w+)="([^"]+)"\}/g))
      assert.ok(samples.has(`${name}{${label}="${value}"}`), `nothing tells ${name} of the ${label} ${value}`)
  })
}
