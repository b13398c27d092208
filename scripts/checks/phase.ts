/** What one phase of the checks came to. `report` is what a person needs to read: nothing where all is well. */
export type Outcome = { passed: number; failed: number; skipped?: number; report: string }

export type Phase = {
  /** What it is called in `npm test -- <name>`. */
  name: string
  title: string
  /** The test files that words can choose from; a phase without any runs as a whole. */
  files?: string[]
  /** Runs only where it is named: it takes long, or needs what not every machine can have. */
  onlyByName?: true
  run: (files: string[]) => Promise<Outcome>
}

/** A phase as a single check: passed, or failed with the output of the tool. */
export function single(succeeded: boolean, report: string): Outcome {
  return succeeded ? { passed: 1, failed: 0, report: '' } : { passed: 0, failed: 1, report }
}

/** Prints what `run` comes to under the heading of its phase. A phase that crashes or checks nothing has failed. */
export async function perform({ title }: Phase, run: () => Promise<Outcome>): Promise<Outcome> {
  const started = performance.now()
  const outcome = await run().catch((error: unknown) => single(false, error instanceof Error ? error.message : String(error)))
  if (outcome.passed + outcome.failed === 0) Object.assign(outcome, single(false, `${outcome.report}\nNothing was checked here.`))
  const { passed, failed, skipped = 0, report } = outcome
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const counts = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(
    ', ',
  )
  console.log(`\n== ${title}: ${counts} (${seconds} s)${report.trim() ? `\n\n${report.trim()}` : ''}`)
  return outcome
}
