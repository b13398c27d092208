const prefix = 'moviebox.draft:'

/** What somebody typed into a form and did not save yet. Kept for this tab, so that it survives a reload or a session that ran out. */
export type Draft = {
  values: object
  /** The version of the stored item that the changes started from. */
  version?: number | undefined
}

export function readDraft(path: string): Draft | undefined {
  const text = sessionStorage.getItem(prefix + path)
  if (text === null) return undefined
  const draft: unknown = JSON.parse(text)
  return isDraft(draft) ? draft : undefined
}

export function keepDraft(path: string, draft: Draft) {
  sessionStorage.setItem(prefix + path, JSON.stringify(draft))
}

export function dropDraft(path: string) {
  sessionStorage.removeItem(prefix + path)
}

export function clearDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'values' in value && typeof value.values === 'object' && value.values !== null
}
