/**
 * The result of a phase of the checks. `report` is the text for the developer: empty when all is well. `failedFiles`: the test files of all failures;
 * `undefined` if a failure belongs to no file. `endsRun`: later stages would fail for the same reason.
 */
export type Outcome = { passed: number; failed: number; skipped?: number; report: string; failedFiles?: string[]; endsRun?: true }

/** The tests' database couldn't be made, so every test of the server would fail. */
export class Unprepared extends Error {}

export type Phase = {
  /** The name in `npm test -- <name>`. */
  name: string
  title: string
  /** The test files that words can select; a phase without files runs as a whole. */
  files?: string[]
  /** Runs only when named: the phase takes long, or needs things that not every machine has. */
  onlyByName?: true
  run: (files: string[]) => Promise<Outcome>
}

/** Returns the result of a single check: passed, or failed with the output of the tool. */
export function single(succeeded: boolean, report: string): Outcome {
  return succeeded ? { passed: 1, failed: 0, report: '' } : { passed: 0, failed: 1, report }
}

/** Runs a phase and prints its result under a heading. A phase that crashes or checks nothing has failed. */
export async function perform({ title }: Phase, run: () => Promise<Outcome>): Promise<Outcome> {
  const started = performance.now()
  const outcome = await run().catch((error: unknown): Outcome => {
    const failure = single(false, error instanceof Error ? error.message : String(error))
    return error instanceof Unprepared ? { ...failure, endsRun: true } : failure
  })
  if (outcome.passed + outcome.failed === 0) Object.assign(outcome, single(false, `${outcome.report}\nNo tests were run.`))
  const { passed, failed, skipped = 0, report } = outcome
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const counts = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(
    ', ',
  )
  console.log(`\n== ${title}: ${counts} (${seconds} s)${report.trim() ? `\n\n${report.trim()}` : ''}`)
  return outcome
}
