import * as z from 'zod/mini'
import { type Endpoints, nothing } from './endpoint.ts'
import { storable } from './text.ts'

/** The longest content of a draft, in UTF-16 units: three times the longest form, as typed, as it began and as it was sent. */
export const longestDraft = 100_000

const tooLong = `A draft can have at most ${longestDraft.toLocaleString('en')} characters.`
const text = (most: number, sentence: string) =>
  z.string(sentence).check(z.maxLength(most, { error: sentence, abort: true }), z.regex(storable, sentence))

/** The id of a draft: that of the record that its form edits, or for a new record 128 random bits of the client, as hexadecimal digits. */
const draftId = z.string().check(z.maxLength(36), z.regex(/^(?:[0-9a-f]{32}|[0-9a-f-]{36})$/))

const Kept = z.object({
  /** The path of its form in the web app. */
  form: text(100, '"form" must be the path of a form, such as /edit/0199….'),
  /** The input of the form, in a format of the client's own. */
  content: text(longestDraft, tooLong),
})

/** A draft without its content. `at` is when it was kept last, in ISO 8601. */
const Listed = z.object({ _id: draftId, form: Kept.shape.form, at: z.string() })
export type ListedDraft = z.output<typeof Listed>

const byDraft = z.object({ id: draftId })

/** Drafts belong to the user who wrote them: no other user, no super user either, can list, read or delete them. */
export const drafts = {
  list: {
    method: 'GET',
    path: '/api/drafts',
    access: 'staff',
    summary: "Returns the user's drafts from the last 7 days, newest first, at most 100.",
    answer: z.array(Listed),
  },
  get: {
    method: 'GET',
    path: '/api/drafts/:id',
    access: 'staff',
    summary: "Returns one of the user's drafts.",
    params: byDraft,
    answer: z.extend(Listed, { content: Kept.shape.content }),
  },
  keep: {
    method: 'PUT',
    path: '/api/drafts/:id',
    access: 'staff',
    summary: 'Stores a draft for 7 days. It replaces the draft with the same id.',
    params: byDraft,
    body: Kept,
    answer: Listed,
  },
  drop: {
    method: 'DELETE',
    path: '/api/drafts/:id',
    access: 'staff',
    summary: 'Deletes a draft, if there is one.',
    params: byDraft,
    answer: nothing,
    status: 204,
  },
} as const satisfies Endpoints
