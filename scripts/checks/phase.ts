/** What one phase of the checks came to. `report` is what a person needs to read: nothing where all is well. */
export type Outcome = { passed: number; failed: number; skipped?: number; report: string }

export type Phase = {
  /** What it is called in `npm test -- <name>`. */
  name: string
  title: string
  /** Test files that a file filter chooses from; phases without any run as a whole. */
  files?: string[]
  run: (files: string[]) => Promise<Outcome>
}

/** A phase as a single check: passed, or failed with the output of the tool. */
export function single(succeeded: boolean, report: string): Outcome {
  return succeeded ? { passed: 1, failed: 0, report: '' } : { passed: 0, failed: 1, report }
}

/** Runs a phase and prints it under a heading of its own. A phase that crashes or checks nothing has failed. */
export async function perform({ title, run }: Phase, files: string[]): Promise<Outcome> {
  const started = performance.now()
  const outcome = await run(files).catch((error: unknown) => single(false, error instanceof Error ? error.message : String(error)))
  if (outcome.passed + outcome.failed === 0) Object.assign(outcome, single(false, `${outcome.report}\nNothing was checked here.`))
  const { passed, failed, skipped = 0, report } = outcome
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const counts = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(
    ', ',
  )
  console.log(`\n== ${title}: ${counts} (${seconds} s)${report.trim() ? `\n\n${report.trim()}` : ''}`)
  return outcome
}
