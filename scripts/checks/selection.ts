import type { Phase } from './phase.ts'

/** A phase to run, and its selected files. */
export type Chosen = { phase: Phase; files: string[] }

/** `missing`: words that match neither a phase nor the path of a file in the chosen phases. */
export type Selection = { chosen: Chosen[]; missing: string[] }

/**
 * Returns the selection of the words after `npm test --`. The names of phases and of `groups` choose phases; without any, all phases run but those
 * marked `onlyByName`. Every other word selects the files of these phases with the word in their path. Phases without such a file don't run.
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
