/** What a person reads when a call fails, word for word. */
export type ListFailures = { list: string; remove: string }
export type Failures = ListFailures & { one: string; create: string; update: string }

/** What a person reads when a call about `one` ('branch') or `many` of them ('branches') fails: the set that the specification gives to most resources. */
export function failures(one: string, many = `${one}s`): Failures {
  return {
    list: `Failed to fetch ${many}`,
    one: `Failed to fetch ${one} details`,
    create: `Failed to create ${one}. Please try again.`,
    update: `Failed to update ${one}. Please try again.`,
    remove: `Failed to delete ${one}`,
  }
}
