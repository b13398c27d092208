import type * as z from 'zod/mini'
import type { Access } from '#contract/access.ts'
import { contract } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { headersTaken } from './openapi.ts'
import { refusalsOf } from './refusals.ts'
import { schemaOf } from './schema.ts'

/** Returns the API documentation as HTML: each call with its access, input and answer, generated from the contract. */
export function documentsPage(): string {
  const resources = Object.entries(contract)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>MovieBox API</title>
<link rel="stylesheet" href="/api/docs.css">
<header><h1>MovieBox API</h1>
<p>JSON over HTTP. Sign in with <code>POST /api/login</code> and send the token as <code>Authorization: Bearer …</code>.
Every error is <code>{ "error": "a sentence" }</code>, with <code>code</code>, <code>requestId</code> and details: <code>fields</code> has
a sentence for each invalid field, <code>current</code> the current record (412), <code>files</code> the outcome of each uploaded file.
A list without <code>limit</code> returns at most 1,000 items, fewer if their texts are long. <code>Link: rel="next"</code> is the next page. <code>X-Total-Count</code> counts up to 10,000 matches. <code>X-Total-Count-Relation: gte</code> means that there are more.
Records have a <code>version</code>, which is also their <code>ETag</code>. Send either (the version in quotation marks) as <code>If-Match</code> so that users do not overwrite each other's changes.
The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${resources.map(([name]) => `<a href="#${name}">${name}</a>`).join(' ')}</nav></header>
<main>${resources.map(([name, endpoints]) => `<section id="${name}"><h2>${name}</h2>${Object.values<Endpoint>(endpoints).map(call).join('')}</section>`).join('')}</main>
</html>`
}

const whoMay: Record<Access, string> = {
  anyone: 'anyone',
  public: 'anyone, while content is public',
  'signed in': 'signed in, even before choosing a new password',
  staff: 'signed in',
  'user manager': 'super users; all signed-in users with USER_MANAGEMENT=staff',
  'super user': 'super users',
}

function call(endpoint: Endpoint): string {
  const { method, path, access, summary, query, body, multipart, answer } = endpoint
  const status: number = endpoint.status ?? 200
  const headers = headersTaken(endpoint).map(({ name }) => `<code>${name}</code>`)
  return `<details><summary><b class="${method.toLowerCase()}">${method}</b> <code>${asText(path)}</code> <span>${asText(summary)}</span></summary>
<dl><dt>Access</dt><dd>${whoMay[access]}</dd>
${query ? `<dt>Query</dt><dd>${shape(query, 'input')}</dd>` : ''}
${body ? `<dt>Body</dt><dd>${shape(body, 'input')}</dd>` : ''}
${multipart ? '<dt>Body</dt><dd>multipart/form-data, repeated field <code>images</code></dd>' : ''}
${headers.length > 0 ? `<dt>Headers</dt><dd>${headers.join(', ')}</dd>` : ''}
<dt>Response</dt><dd>${status}${status === 204 ? ', no body' : ` ${shape(answer, 'output')}`}</dd>
<dt>Errors</dt><dd>${refusalsOf(endpoint).join(', ')}</dd></dl></details>`
}

function shape(type: z.ZodMiniType, io: 'input' | 'output'): string {
  return `<pre>${asText(JSON.stringify(schemaOf(type, io), null, 2))}</pre>`
}

const asText = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export const documentsStyle = `
:root { color-scheme: light dark; --line: light-dark(#e5e1d9, #302e34); --quiet: light-dark(#5d5850, #b6b1a8); --accent: light-dark(#a40f35, #ff8fa6) }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; background: light-dark(#faf9f7, #131214); color: light-dark(#1c1a17, #f2f0ec) }
h1, h2 { letter-spacing: -.02em } a { color: var(--accent) } nav a { margin-right: .75rem }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: .5rem .75rem }
summary { cursor: pointer } summary span { color: var(--quiet) } summary b { display: inline-block; min-width: 4.5rem; color: var(--accent) }
dt { font-weight: 600; margin-top: .5rem } dd { margin: 0 } pre { overflow-x: auto; font-size: 13px; padding: .75rem; border: 1px solid var(--line); border-radius: 6px }
`
