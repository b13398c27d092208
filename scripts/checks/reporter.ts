import { relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect, stripVTControlCharacters } from 'node:util'

/** The result of one test, which the reporter passes to `node-tests.ts` as a line of JSON. `file`: the file of a failed test. */
export type Told = { end: 'passed' | 'failed' | 'skipped'; report: string; file?: string }

/**
 * A reporter of `node --test` with machine-readable output: the result of every test, and a report for failures. The output of a file stays together,
 * also when one process runs several files as suites (`node-tests.ts`).
 */
export default async function* told(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const printed = new Map<string, string>()
  const print = (file: string, text: string) => printed.set(resolve(file), (printed.get(resolve(file)) ?? '') + text)
  const failures: { test: Extract<TestEvent, { type: 'test:fail' }>['data']; process: string; title: string; suite: string }[] = []
  /** The names of the current test and of its suites. */
  const names: string[] = []
  let process = ''
  let isEmpty = true
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') print(data.file, data.message)
    // Diagnostics also name the test that caused an error after its end.
    if (type === 'test:diagnostic' && data.file) print(data.file, `${data.message}\n`)
    if (type === 'test:start') names.splice(data.nesting, names.length, data.name)
    if (type === 'test:start' && data.nesting === 0) [process, isEmpty] = [data.file ?? '', true]
    if (type === 'test:pass' || type === 'test:fail') {
      const isSuite = data.details.type === 'suite'
      isEmpty &&= isSuite
      if (type === 'test:fail' && !isToldByAnother(data.details.error))
        failures.push({ test: data, process, title: titleOf([...names.slice(0, data.nesting), data.name]), suite: names[0] ?? '' })
      else if (data.nesting === 0 && isEmpty) yield nothingChecked(data.name)
      else if (type === 'test:pass' && !isSuite) yield passing(data)
    }
    // The tests that were still running when the run was stopped: usually a test or a file that hangs.
    if (type === 'test:interrupted') for (const { name } of data.tests) yield line('failed', `✗ ${name}\nThe test did not finish.`)
  }
  // Failures come last, when all output of their files is known.
  for (const { test, process, title, suite } of failures) {
    const { file = '', line: at, details, todo } = test
    if (todo) yield line('skipped')
    else
      yield line(
        'failed',
        failure(title, file, at, details.error.cause ?? details.error, printed.get(process)),
        isFile(suite) ? suite : file,
      )
    printed.delete(process)
  }
}

/** Whether a suite's name is a file's path, as for the files that share a process (`node-tests.ts`). */
const isFile = (name: string) => /\.test\.\w+$/.test(name)

/** Returns the title of a test with its suites. The name of the file's own suite is left out. */
const titleOf = (names: string[]) => names.filter((name, at) => at === names.length - 1 || !isFile(name)).join(' › ')

/** Returns the line of a passed test. A file without tests is reported as a passed test or suite with the file's name. */
function passing({ name, file, skip, todo }: { name: string; file?: string; skip?: unknown; todo?: unknown }): string {
  if (file && resolve(name) === file) return nothingChecked(name)
  return line(skip || todo ? 'skipped' : 'passed')
}

/** Returns a failed result for a file without tests. */
const nothingChecked = (name: string) => line('failed', `✗ ${name}\nThere is no test in this file.`)

/** Whether a test failed only because a nested test failed, which has its own report. */
function isToldByAnother(error: Error & { failureType?: string }): boolean {
  return error.failureType === 'subtestsFailed'
}

function line(end: Told['end'], report = '', file = ''): string {
  return `${JSON.stringify({ end, report, ...(file && { file: relative(process.cwd(), file) }) } satisfies Told)}\n`
}

function failure(name: string, file: string, at: number | undefined, cause: unknown, printed = ''): string {
  const where = file ? ` (${relative(process.cwd(), file)}${at ? `:${at}` : ''})` : ''
  const said = printed.trim() ? `\nOutput of the process:\n${printed.trim()}` : ''
  return stripVTControlCharacters(`✗ ${name}${where}\n${reason(cause)}${said}`)
}

function reason(cause: unknown): string {
  if (typeof cause === 'string') return cause
  // The stack of a failed assertion is complete; its properties only repeat it.
  return cause instanceof Error && (cause as { code?: string }).code === 'ERR_ASSERTION' ? (cause.stack ?? cause.message) : inspect(cause)
}
