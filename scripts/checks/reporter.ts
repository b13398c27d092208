import { relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect, stripVTControlCharacters } from 'node:util'

/** One test's end, as `node --test` hands it to `node-tests.ts`: a line of JSON each. */
export type Told = { end: 'passed' | 'failed' | 'skipped'; report: string }

/** A reporter of `node --test` that programs can read: every test that ended, and what a person needs to know where it failed. */
export default async function* told(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const printed = new Map<string, string>()
  const failures: Extract<TestEvent, { type: 'test:fail' }>['data'][] = []
  for await (const { type, data } of events) {
    if (type === 'test:stderr') printed.set(resolve(data.file), (printed.get(resolve(data.file)) ?? '') + data.message)
    if (type === 'test:pass' && data.details.type !== 'suite') yield passing(data)
    if (type === 'test:fail' && !isToldByAnother(data.details.error)) failures.push(data)
    // What was still running when the run was told to end: after a while that is a test or a file that hangs.
    if (type === 'test:interrupted') for (const { name } of data.tests) yield line('failed', `✗ ${name}\nIt did not come to an end.`)
  }
  // Last, so that all that their files printed is known.
  for (const { name, file = '', line: at, details, todo } of failures) {
    if (todo) yield line('skipped')
    else yield line('failed', failure(name, file, at, details.error.cause ?? details.error, printed.get(file)))
    printed.delete(file)
  }
}

/** A file in which no test stands passes as a test of its own name: that checks nothing, so it counts as failed. */
function passing({ name, file, skip, todo }: { name: string; file?: string; skip?: unknown; todo?: unknown }): string {
  if (file && resolve(name) === file) return line('failed', `✗ ${name}\nThere is no test in this file.`)
  return line(skip || todo ? 'skipped' : 'passed')
}

/** Whether a test only failed because one inside it did, which is told by that one. */
function isToldByAnother(error: Error & { failureType?: string }): boolean {
  return error.failureType === 'subtestsFailed'
}

function line(end: Told['end'], report = ''): string {
  return `${JSON.stringify({ end, report } satisfies Told)}\n`
}

function failure(name: string, file: string, at: number | undefined, cause: unknown, printed = ''): string {
  const where = file ? ` (${relative(process.cwd(), file)}${at ? `:${at}` : ''})` : ''
  const said = printed.trim() ? `\nIts file printed:\n${printed.trim()}` : ''
  return stripVTControlCharacters(`✗ ${name}${where}\n${reason(cause)}${said}`)
}

function reason(cause: unknown): string {
  if (typeof cause === 'string') return cause
  // The stack of a failed assertion says it all; its properties repeat it.
  return cause instanceof Error && (cause as { code?: string }).code === 'ERR_ASSERTION' ? (cause.stack ?? cause.message) : inspect(cause)
}
