import type { ReactNode } from 'react'
import type { Listing } from '#contract/listing.ts'
import { Picture } from '#web/components/Picture.tsx'
import { type FieldChange, labelOf, picturesIn } from './changes.ts'
import { stretchesOf } from './words.ts'

type ChangeProps = { change: FieldChange; listing: Listing }

/** The change of one field: both values side by side, each in full. */
export function Change({ change: { name, before, after }, listing }: ChangeProps) {
  const [had, has] = [before, after].map((value) => inWords(value, name, listing))
  const isPictures = picturesIn(before) || picturesIn(after)
  return (
    <div>
      <dt className="mb-1 text-ink-2 text-small">{labelOf(name)}</dt>
      <dd className={beside}>
        <Side title="Before">
          {isPictures ? <Pictures urls={picturesIn(before) ?? []} label="Before" /> : <Words text={had} other={has} />}
        </Side>
        <Side title="After">
          {isPictures ? <Pictures urls={picturesIn(after) ?? []} label="After" /> : <Words text={has} other={had} />}
        </Side>
      </dd>
    </div>
  )
}

/** The classes of two values side by side, or one below the other on a phone. */
export const beside = 'grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2'

const Side = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="rounded-control bg-sunk px-3 py-2">
    {/* Where both stand side by side, a line above all fields says it. */}
    <p className="text-ink-3 text-tiny sm:sr-only">{title}</p>
    {children}
  </div>
)

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

/** A text in full; words that `other` lacks have a light background. */
export function Words({ text = '', other = '' }: { text: string | undefined; other: string | undefined }) {
  if (text === '') return <p className="text-ink-3">Empty</p>
  let end = 0
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {stretchesOf(text, other).map(({ value, isNew }) => {
        end += value.length
        return isNew ? (
          <mark key={end} className="rounded-xs bg-ink/12 text-inherit">
            {value}
          </mark>
        ) : (
          value
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
