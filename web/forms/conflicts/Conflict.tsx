import { Users } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Listing } from '#contract/listing.ts'
import { Pictures, inWords as valueInWords, Words } from './Change.tsx'
import { labelOf, picturesIn } from './changes.ts'
import type { FieldConflicts, Side } from './field-conflicts.ts'
import { inWords } from './kept.ts'
import type { NameOf } from './merge.ts'

type ConflictProps<Values> = {
  one: string
  choices: FieldConflicts<Values>
  listing: Listing
  onChoose: (name: NameOf<Values>, whose: Side) => void
}

/** The fields that two people changed, each to something else: both versions side by side, one click to choose. */
export function Conflict<Values>({ one, choices, listing, onChoose }: ConflictProps<Values>) {
  const { names, by, mine, theirs, chosen } = choices
  const who = by.length === 0 ? 'Another user' : inWords(by)
  return (
    <section
      ref={show}
      tabIndex={-1}
      aria-label="Two versions"
      className="mt-8 scroll-mt-20 animate-rise rounded-card border border-line bg-surface p-4 shadow-raised sm:p-5"
    >
      <div role="alert" className="flex items-start gap-3">
        <Users size={18} className="mt-0.5 shrink-0 text-wait" />
        <p>
          <strong className="font-[650]">
            <bdi>{who}</bdi> changed this {one} while you were editing.
          </strong>{' '}
          Choose a version, then save. Your changes aren't saved yet.
        </p>
      </div>
      {names.map((name) => (
        <fieldset key={name} className="mt-5">
          <legend className="mb-1.5 font-[550]">{labelOf(name)}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {(['theirs', 'mine'] as const).map((whose) => (
              <Version
                key={whose}
                name={choiceOf(name)}
                title={
                  whose === 'mine' ? (
                    'Your version'
                  ) : (
                    <>
                      Saved by <bdi>{inWords(by)}</bdi>
                    </>
                  )
                }
                isChosen={chosen[name] === whose}
                onChoose={() => onChoose(name, whose)}
              >
                <Value
                  name={name}
                  value={whose === 'mine' ? mine[name] : theirs[name]}
                  other={whose === 'mine' ? theirs[name] : mine[name]}
                  listing={listing}
                />
              </Version>
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  )
}

const choiceOf = (name: string) => `choose ${name}`

/** Focuses the next field that is not decided. */
export const focusOnChoice = (name: string): void => document.getElementsByName(choiceOf(name))[0]?.focus()

/** It was asked for by pressing Save: there one goes on. */
function show(panel: HTMLElement | null) {
  panel?.focus({ preventScroll: true })
  panel?.scrollIntoView({ block: 'start' })
}

type VersionProps = { name: string; title: ReactNode; isChosen: boolean; onChoose: () => void; children: ReactNode }

function Version({ name, title, isChosen, onChoose, children }: VersionProps) {
  const id = useId()
  return (
    <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2.5 gap-y-2 rounded-control border border-edge p-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={id}
        aria-describedby={`${id}-value`}
        className="mt-0.5 size-4.5 accent-accent outline-none"
      />
      <span id={id} className="font-[550] text-small">
        {title}
      </span>
      <span id={`${id}-value`} className="col-start-2 min-w-0">
        {children}
      </span>
    </label>
  )
}

type ValueProps = { name: string; value: unknown; other: unknown; listing: Listing }

/** A version of a field in full; the words in which it differs from the other version are marked. */
function Value({ name, value, other, listing }: ValueProps) {
  const pictures = picturesIn(value)
  if (pictures) return <Pictures urls={pictures} label="Images" />
  return <Words text={valueInWords(value, name, listing)} other={picturesIn(other) ? '' : valueInWords(other, name, listing)} />
}
