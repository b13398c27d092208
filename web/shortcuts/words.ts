/**
 * All shortcuts by heading, with their descriptions; a shortcut without a description does not compile. Letters are lower case, `Ctrl` is
 * ⌘ on a Mac, and `g m` is a sequence. The shortcuts of screens come from `web/navigation.ts`. Some of the browser's own are listed to be
 * found.
 */
export const words = {
  Everywhere: {
    'Ctrl+k': 'Find anything, do anything',
    n: 'New booking',
    'Ctrl+z': 'Undo what was done last',
    F6: 'Go to what is selected, to the latest notice, and back',
    '?': 'Show these shortcuts',
  },
  'In a list': {
    '/': 'Search',
    ArrowDown: 'From the search to what is found',
    j: 'Next one',
    k: 'The one before',
    Enter: 'Open it',
    e: 'Edit it',
  },
  'In the bookings': {
    1: 'Make it pending',
    2: 'Confirm it',
    3: 'Cancel it',
    x: 'Select it',
    'Shift+x': 'Select all up to it',
    'Ctrl+a': 'Select all',
    Escape: 'Select none',
    s: 'Day sheet',
    c: 'Close a branch',
    o: 'Open the numbers, or fold them',
  },
  'In a form': {
    'Ctrl+s': 'Save',
    'Ctrl+Enter': 'Save',
    'Ctrl+Shift+Enter': 'Save, and take the next booking',
  },
  'In the date of a booking': {
    t: 'Today',
    m: 'Tomorrow',
    f: 'Friday',
    s: 'Saturday',
    u: 'Sunday',
  },
} as const

type Headings = typeof words

/** A key or a sequence of keys, as `words` has them. */
export type Keys = `${{ [Heading in keyof Headings]: keyof Headings[Heading] }[keyof Headings]}` | `g ${string}`
