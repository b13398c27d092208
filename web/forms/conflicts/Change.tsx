import type { Listing } from '#contract/listing.ts'
import { Picture } from '#web/components/Picture.tsx'
import { type FieldChange, labelOf, picturesIn } from './changes.ts'
import { stretchesOf } from './words.ts'

type ChangeProps = { change: FieldChange; listing: Listing }

/** The change of one field: images side by side, changed words marked within a text. */
export function Change({ change: { name, before, after }, listing }: ChangeProps) {
  return (
    <div className="grid gap-1 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-4">
      <dt className="text-ink-2 text-small">{labelOf(name)}</dt>
      <dd className="min-w-0">
        {picturesIn(before) || picturesIn(after) ? (
          <div className="flex flex-wrap items-center gap-3">
            <Pictures urls={picturesIn(before) ?? []} label="Before" />
            <span aria-hidden="true">→</span>
            <Pictures urls={picturesIn(after) ?? []} label="After" />
          </div>
        ) : (
          <Words before={inWords(before, name, listing)} after={inWords(after, name, listing)} />
        )}
      </dd>
    </div>
  )
}

export function Pictures({ urls, label }: { urls: string[]; label: string }) {
  if (urls.length === 0) return <span className="text-ink-3">{label}: none</span>
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {urls.map((url) => (
        <li key={url} className="relative h-20 w-15 overflow-hidden rounded-control border border-line">
          <Picture url={url} alt="" sizes="60px" />
        </li>
      ))}
    </ul>
  )
}

const looks = {
  ins: 'bg-good-soft text-good decoration-good/50 underline-offset-3',
  del: 'me-0.5 bg-bad-soft text-bad decoration-bad/60',
  span: '',
}

/** Removed words are struck through, added words underlined. */
export function Words({ before, after }: { before: string; after: string }) {
  let end = 0
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {stretchesOf(before, after).map(({ value, added, removed }) => {
        const Element = added ? 'ins' : removed ? 'del' : 'span'
        end += value.length
        return (
          <Element key={end} className={`rounded-xs ${looks[Element]}`}>
            {value}
          </Element>
        )
      })}
    </p>
  )
}

/** A value as a person would write it; the options of a filter have their own words. */
export function inWords(value: unknown, name: string, { filters }: Listing): string {
  const filter = filters[name]
  if (filter?.kind === 'choice') return filter.options[String(value)] ?? ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return value === null || value === undefined ? '' : String(value)
}
