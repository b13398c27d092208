import { Fragment } from 'react'
import { Dialog } from '#web/components/Dialog.tsx'
import { places } from '#web/navigation.ts'
import { Between, KeyCaps } from '#web/shortcuts/KeyCaps.tsx'
import { switchSingleKeys, useSingleKeys } from '#web/shortcuts/switch.ts'
import { words } from '#web/shortcuts/words.ts'

const toPlaces = Object.fromEntries(places.map(({ keys, label }) => [keys, label]))
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...words, 'Go to': toPlaces }

/** All shortcuts, and the switch for those of one key. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const isOn = useSingleKeys()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="max-h-[min(70vh,640px)] overflow-y-auto px-5 py-4">
        <div className="gap-x-10 sm:columns-2">
          {Object.entries(groups).map(([heading, keys]) => (
            <section key={heading} aria-label={heading} className="mb-5 break-inside-avoid">
              <h3 className="mb-1 font-[600] text-ink-2 text-small">{heading}</h3>
              <dl>
                {[...Map.groupBy(Object.keys(keys), (name) => keys[name])].map(([does, names]) => (
                  <div key={does} className="flex min-h-8 items-center justify-between gap-4 border-line border-b">
                    <dt className="min-w-0">{does}</dt>
                    <dd className="shrink-0">
                      {names.map((name, at) => (
                        <Fragment key={name}>
                          {at > 0 && <Between>or</Between>}
                          <KeyCaps keys={name} />
                        </Fragment>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <label className="mt-1 flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => switchSingleKeys(target.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          <span>
            Single-key shortcuts
            <span className="block text-ink-2 text-small">Applies to this browser. Shortcuts with Ctrl always work.</span>
          </span>
        </label>
      </div>
    </Dialog>
  )
}
