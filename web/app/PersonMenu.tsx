import { Suspense, useId } from 'react'
import { usePerson } from '#web/api/person.ts'
import { lazyScreen } from '#web/router/lazyScreen.tsx'

const PersonChoices = lazyScreen(async () => (await import('./PersonChoices.tsx')).PersonChoices)

/** Who is signed in, and what concerns them: users, theme, signing out. */
export function PersonMenu() {
  const id = useId()
  const name = usePerson()?.username ?? ''
  return (
    <div>
      <button
        type="button"
        popoverTarget={id}
        title={name}
        className="flex min-h-11 items-center rounded-control px-1.5 text-ink-2 hover:text-ink"
      >
        <span className="sr-only">Account {name}</span>
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-accent-soft font-[600] text-accent-text text-tiny uppercase"
        >
          {[...name].slice(0, 2).join('')}
        </span>
      </button>
      <div
        id={id}
        popover="auto"
        className="popover top-[60px] right-3 w-60 p-1.5 md:right-[max(28px,calc((100vw-var(--container-page))/2+28px))]"
      >
        <Suspense>
          <PersonChoices />
        </Suspense>
      </div>
    </div>
  )
}
