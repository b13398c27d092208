import { relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect, stripVTControlCharacters } from 'node:util'

/** One test's end, as `node --test` hands it to `node-tests.ts`: a line of JSON each. */
export type Told = { end: 'passed' | 'failed' | 'skipped'; report: string }

/**
 * A reporter of `node --test` that programs can read: every test that ended, and what a person needs to know where it failed. What is told
 * of one file stands together, also where one process runs several, each as a suite (`node-tests.ts`).
 */
export default async function* told(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const printed = new Map<string, string>()
  const print = (file: string, text: string) => printed.set(resolve(file), (printed.get(resolve(file)) ?? '') + text)
  const failures: { test: Extract<TestEvent, { type: 'test:fail' }>['data']; process: string; title: string }[] = []
  /** The names of the test that is being told of and of the suites around it. */
  const names: string[] = []
  let process = ''
  let isEmpty = true
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') print(data.file, data.message)
    // Also which test caused an error that came after its end, and was no test's any more.
    if (type === 'test:diagnostic' && data.file) print(data.file, `${data.message}\n`)
    if (type === 'test:start') names.splice(data.nesting, names.length, data.name)
    if (type === 'test:start' && data.nesting === 0) [process, isEmpty] = [data.file ?? '', true]
    if (type === 'test:pass' || type === 'test:fail') {
      const isSuite = data.details.type === 'suite'
      isEmpty &&= isSuite
      if (type === 'test:fail' && !isToldByAnother(data.details.error))
        failures.push({ test: data, process, title: titleOf([...names.slice(0, data.nesting), data.name]) })
      else if (data.nesting === 0 && isEmpty) yield nothingChecked(data.name)
      else if (type === 'test:pass' && !isSuite) yield passing(data)
    }
    // What was still running when the run was told to end: after a while that is a test or a file that hangs.
    if (type === 'test:interrupted') for (const { name } of data.tests) yield line('failed', `✗ ${name}\nIt did not come to an end.`)
  }
  // Last, so that all that their files printed is known.
  for (const { test, process, title } of failures) {
    const { file = '', line: at, details, todo } = test
    if (todo) yield line('skipped')
    else yield line('failed', failure(title, file, at, details.error.cause ?? details.error, printed.get(process)))
    printed.delete(process)
  }
}

/** What a test is called within its suites; that of the whole file says no more than where it stands. */
const titleOf = (names: string[]) => names.filter((name, at) => at === names.length - 1 || !/\.test\.\w+$/.test(name)).join(' › ')

/** A file in which no test stands passes as a test, or a suite, of its own name. */
function passing({ name, file, skip, todo }: { name: string; file?: string; skip?: unknown; todo?: unknown }): string {
  if (file && resolve(name) === file) return nothingChecked(name)
  return line(skip || todo ? 'skipped' : 'passed')
}

/** Counts as failed. */
const nothingChecked = (name: string) => line('failed', `✗ ${name}\nThere is no test in this file.`)

/** Whether a test only failed because one inside it did, which is told by that one. */
function isToldByAnother(error: Error & { failureType?: string }): boolean {
  return error.failureType === 'subtestsFailed'
}

function line(end: Told['end'], report = ''): string {
  return `${JSON.stringify({ end, report } satisfies Told)}\n`
}

function failure(name: string, file: string, at: number | undefined, cause: unknown, printed = ''): string {
  const where = file ? ` (${relative(process.cwd(), file)}${at ? `:${at}` : ''})` : ''
  const said = printed.trim() ? `\nIts process printed:\n${printed.trim()}` : ''
  return stripVTControlCharacters(`✗ ${name}${where}\n${reason(cause)}${said}`)
}

function reason(cause: unknown): string {
  if (typeof cause === 'string') return cause
  // The stack of a failed assertion says it all; its properties repeat it.
  return cause instanceof Error && (cause as { code?: string }).code === 'ERR_ASSERTION' ? (cause.stack ?? cause.message) : inspect(cause)
}
