import { kinds } from '#contract/fields.ts'
import { titleField } from '#contract/listing.ts'
import { fieldWords } from './columns/words.ts'
import { collectionOf, type ImportedName } from './running/calls.ts'
import type { Target } from './state/state.ts'

/** Returns what an import needs to know about a collection: its words, and the kinds and rules of its fields from the contract. */
export function targetOf(name: ImportedName): Target {
  const { create, list } = collectionOf(name)
  const fields = Object.entries(create.body.shape)
  const named = (kind: string) => fields.filter(([, field]) => kinds.get(field)?.kind === kind).map(([each]) => each)
  const [[imageField], [imagesField]] = [named('image'), named('images')]
  const nameField = titleField(list.listing)
  return {
    fields: { ...fieldWords[name], _id: { label: 'ID', also: [] } },
    nameField,
    keys: [nameField, '_id'],
    ...(imageField !== undefined && { imageField }),
    ...(imagesField !== undefined && { imagesField }),
    required: fields.filter(([, field]) => !field.safeParse(undefined).success).map(([each]) => each),
    long: named('paragraphs'),
  }
}
