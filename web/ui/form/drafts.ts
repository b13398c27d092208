const prefix = 'moviebox.draft:'

/** What somebody typed into a form and did not save yet. Kept for this tab, so that it survives a reload or the end of a session. */
export type Draft = {
  values: object
  /** The version of the stored item that the changes started from. */
  version?: number | undefined
  /** When it was typed last, in ISO 8601. */
  at: string
}

/** Whose draft of which form: nobody else finds it. */
export type Place = { owner: string; path: string }

export function readDraft(place: Place): Draft | undefined {
  const text = sessionStorage.getItem(key(place))
  if (text === null) return undefined
  const draft: unknown = JSON.parse(text)
  return isDraft(draft) ? draft : undefined
}

export function keepDraft(place: Place, draft: Draft) {
  sessionStorage.setItem(key(place), JSON.stringify(draft))
}

export function dropDraft(place: Place) {
  sessionStorage.removeItem(key(place))
}

const key = ({ owner, path }: Place) => `${prefix}${owner}:${path}`

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null &&
    'at' in value &&
    typeof value.at === 'string'
  )
}
