import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, theme, themes } from '#web/components/theme.ts'
import { useStore } from '#web/store.ts'

const looks = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
}

export function ThemeChoice() {
  const chosen = useStore(theme)
  return (
    <fieldset className="my-1.5 border-line border-y px-1 py-2.5">
      <legend className="sr-only">Theme</legend>
      <div className="grid grid-cols-3 gap-0.5 rounded-control bg-sunk p-0.5">
        {themes.map((each) => {
          const { label, Icon } = looks[each]
          return (
            <label
              key={each}
              className="grid min-h-11 cursor-pointer place-items-center content-center gap-0.5 rounded-[5px] text-ink-2 text-tiny has-checked:bg-surface has-checked:font-[600] has-checked:text-ink has-checked:shadow-resting forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="theme"
                value={each}
                checked={chosen === each}
                onChange={() => chooseTheme(each)}
                className="sr-only"
              />
              <Icon size={15} />
              {label}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
