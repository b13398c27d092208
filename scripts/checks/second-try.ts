import { type Outcome, type Phase, perform } from './phase.ts'

/** The most failed files of a run that are tried again. More failures have a common cause. */
export const mostTriedAgain = 6

/** A phase that has run. */
export type Performed = { phase: Phase; outcome: Outcome }

/**
 * Runs the files with failures once more, while nothing else runs, and returns the phases that then passed. Returns none when a failure belongs to no
 * file, or when too many files failed. `decisions/053` gives the reason.
 */
export async function tryAgain(performed: readonly Performed[]): Promise<Performed[]> {
  const failed = performed.filter(({ outcome }) => outcome.failed > 0)
  const files = failed.map(({ outcome }) => outcome.failedFiles ?? [])
  if (files.some((its) => its.length === 0) || files.flat().length > mostTriedAgain) return []
  const passed: Performed[] = []
  for (const { phase, outcome } of failed) {
    const title = `${phase.title}, second try`
    const again = await perform({ ...phase, title }, () => phase.run(outcome.failedFiles ?? []))
    if (again.failed === 0) passed.push({ phase, outcome })
  }
  return passed
}
