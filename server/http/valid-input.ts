import type * as z from 'zod/mini'
import { HttpError, invalid } from '#server/errors.ts'

/** The most entries of a list in a body: a schema looks at each of them before it counts. */
const longestList = 1_000
/** The most fields that a refusal names, and the most characters of each name. */
const mostNamed = 20
const longestName = 100

/** Returns the validated part of a request. Throws a 422 that names the first invalid fields. */
export function read(schema: z.ZodMiniType, given: unknown, part: 'params' | 'query' | 'body'): unknown {
  const tooLong = part === 'body' ? fieldTooLong(given) : undefined
  if (tooLong !== undefined) throw invalid({ [tooLong]: `A list has at most ${longestList.toLocaleString('en')} entries.` })
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  if (part === 'params') throw new HttpError(404, 'not_found', 'There is no record with this id.')
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues.slice(0, mostNamed)) {
    const { path, message } = issue
    if (issue.code === 'unrecognized_keys') for (const name of issue.keys.slice(0, mostNamed)) fields[name.slice(0, longestName)] = message
    // The first message about a field is kept. An index stays: `images.2`.
    if (path.length > 0) fields[path.join('.')] ??= message
  }
  throw new HttpError(422, 'invalid', Object.values(fields)[0] ?? 'Send a JSON object with the fields of this call.', { fields })
}

/** Returns the field with the first list of too many entries, at any depth. */
function fieldTooLong(given: unknown): string | undefined {
  const waiting: [field: string, value: unknown][] = [['body', given]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [field, value] = next
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value) && value.length > longestList) return field
    for (const [name, inner] of Object.entries(value))
      if (typeof inner === 'object') waiting.push([value === given ? name.slice(0, longestName) : field, inner])
  }
  return undefined
}
