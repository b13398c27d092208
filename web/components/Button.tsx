import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode, Ref } from 'react'

const shape =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-[550] whitespace-nowrap transition-colors disabled:opacity-60 aria-disabled:opacity-60'
const size = 'min-h-9 px-3.5 pointer-coarse:min-h-11'

const looks = {
  primary: 'border-transparent bg-accent text-on-accent shadow-resting not-disabled:hover:bg-accent-hover',
  plain: 'border-edge bg-surface text-ink shadow-resting not-disabled:hover:bg-sunk',
  quiet: 'border-transparent text-ink-2 not-disabled:hover:bg-sunk not-disabled:hover:text-ink',
  danger: 'border-transparent bg-accent text-on-accent shadow-resting not-disabled:hover:bg-accent-hover',
}

export type Look = {
  look?: keyof typeof looks
  /** An icon before the words. */
  Icon?: LucideIcon
}

/** The classes of a button, for links that look like one. */
export const buttonClass = (look: keyof typeof looks) => `${shape} ${size} ${looks[look]}`

/** `primary` is the main action of a screen. */
export function Button({ look = 'plain', Icon, className = '', children, ...rest }: ComponentProps<'button'> & Look) {
  return (
    <button type="button" className={`${buttonClass(look)} ${className}`} {...rest}>
      {Icon && <Icon size={16} />}
      {children}
    </button>
  )
}

type FileButtonProps = Look &
  Pick<ComponentProps<'input'>, 'multiple'> & {
    onPick: (files: FileList | null) => void
    input?: Ref<HTMLInputElement>
    children: ReactNode
  }

/** Picks image files, and looks like a button. */
export function FileButton({ look = 'plain', Icon, multiple = true, onPick, input, children }: FileButtonProps) {
  return (
    <label
      className={`${buttonClass(look)} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
    >
      {Icon && <Icon size={16} />}
      {children}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple={multiple}
        className="sr-only"
        onChange={({ target }) => {
          onPick(target.files)
          // So that the same file can be picked again.
          target.value = ''
        }}
      />
    </label>
  )
}

/** The classes of a link or a button with an icon, in a panel and in a row of tools. */
export const panelRow = 'flex min-h-9 w-full items-center gap-2.5 rounded-control px-2.5 text-left hover:bg-sunk pointer-coarse:min-h-11'
export const rowTool =
  'inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap rounded-control px-2 font-[500] text-ink-2 hover:bg-sunk hover:text-ink pointer-coarse:min-h-11'

/** The classes of a button that shows an icon only. */
export const iconButtonClass =
  'grid size-8 shrink-0 place-items-center rounded-control text-ink-3 transition-colors not-disabled:hover:bg-sunk not-disabled:hover:text-ink disabled:opacity-45 pointer-coarse:size-11'

export type IconOnly = {
  /** Names the button for screen readers, and on hover. */
  label: string
  Icon: LucideIcon
  /** The icon's width, in pixels. */
  size?: number
}

export function IconButton({ label, Icon, size = 16, className = '', ...rest }: ComponentProps<'button'> & IconOnly) {
  return (
    <button type="button" aria-label={label} title={label} className={`${iconButtonClass} ${className}`} {...rest}>
      <Icon size={size} />
    </button>
  )
}
