import type { Phase } from './phase.ts'

/** A phase that is to run, and on which of its files. */
export type Chosen = { phase: Phase; files: string[] }

/** `missing` are words that name neither a phase nor a part of a file's path in the phases that were chosen. */
export type Selection = { chosen: Chosen[]; missing: string[] }

/**
 * What the words after `npm test --` ask for. The names of phases, and of `groups` of them, choose phases; without any it is all of
 * them but those that want to be named. Every other word chooses the files with it in their path, in those phases alone; phases without such a file don't run.
 */
export function select(words: readonly string[], phases: readonly Phase[], groups: Record<string, readonly string[]>): Selection {
  const isName = (word: string) => Object.hasOwn(groups, word) || phases.some(({ name }) => name === word)
  const names = words.filter(isName).flatMap((word) => groups[word] ?? [word])
  const parts = words.filter((word) => !isName(word))
  const asked = phases.filter(({ name, onlyByName }) => (names.length === 0 ? !onlyByName : names.includes(name)))
  const missing = parts.filter((part) => !asked.some(({ files = [] }) => files.some((file) => file.includes(part))))
  const chosen = asked.flatMap((phase): Chosen[] => {
    if (!phase.files) return parts.length === 0 || names.length > 0 ? [{ phase, files: [] }] : []
    const files = parts.length === 0 ? phase.files : phase.files.filter((file) => parts.some((part) => file.includes(part)))
    return files.length > 0 ? [{ phase, files }] : []
  })
  return { chosen, missing }
}
