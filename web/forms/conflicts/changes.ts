/** Fields that change with every version or are not part of the record. */
const ofEveryVersion = [
  '_id',
  'version',
  'createdAt',
  'updatedAt',
  'usedBy',
  'usedByCount',
  'lastSignInAt',
  'imageAlt',
  'imagesAlt',
  'galleryAlt',
  'imageFocalPoint',
  'imagesFocalPoints',
  'galleryFocalPoints',
]
/** Fields with ids or times, which are stored beside fields with the names. */
const byName = ['branches', 'contactedAt', 'closure']

/** A field whose value is another one; `undefined` where the record had no such field yet. */
export type FieldChange = { name: string; before: unknown; after: unknown }

type Values = Record<string, unknown>

/** The fields in which two versions of a record differ. */
export function changesBetween(before: object, after: object): FieldChange[] {
  const [had, has] = [before as Values, after as Values]
  const names = Object.keys({ ...had, ...has }).filter((name) => ![...ofEveryVersion, ...byName].includes(name))
  const changes = names.map((name) => ({ name, before: had[name], after: has[name] }))
  return changes.filter(({ before, after }) => !(isNothing(before) && isNothing(after)) && JSON.stringify(before) !== JSON.stringify(after))
}

/** An empty value, or a field that the record didn't have yet. */
const isNothing = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The addresses of gallery images in a value; `undefined` where it holds something else. */
export function picturesIn(value: unknown): string[] | undefined {
  const all = Array.isArray(value) ? value : [value]
  const urls = all.filter((url): url is string => typeof url === 'string' && url.startsWith('/media/'))
  return urls.length > 0 && urls.length === all.length ? urls : undefined
}

/** Whether a version that came back has fewer pictures than it had. */
export const picturesLeftOut = (then: object, now: object): boolean => changesBetween(then, now).some(({ before }) => picturesIn(before))

/** 'Trailer URL' for `trailerUrl`: what a form calls it, near enough. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .replace(/\burl\b/, 'URL')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
