/**
 * All shortcuts by heading, with their descriptions; a shortcut without a description does not compile. Letters are lower case, `Ctrl` is
 * ⌘ on a Mac, and `g m` is a sequence. The shortcuts of screens come from `web/navigation.ts`. Some of the browser's own are listed to be
 * found.
 */
export const words = {
  Everywhere: {
    'Ctrl+k': 'Find anything',
    n: 'New booking',
    'Ctrl+z': 'Undo the last action',
    F6: 'Move between page, selection and latest message',
    '?': 'Show keyboard shortcuts',
  },
  'In a list': {
    '/': 'Search',
    ArrowDown: 'Move from search to results',
    j: 'Next item',
    k: 'Previous item',
    Enter: 'Open item',
    e: 'Edit item',
    x: 'Select item',
    'Shift+x': 'Select range',
    'Ctrl+a': 'Select all',
    Escape: 'Clear selection',
  },
  'In bookings': {
    1: 'Mark as pending',
    2: 'Confirm',
    3: 'Cancel booking',
    s: 'Day sheet',
    c: 'Close a branch',
    o: 'Show or hide numbers',
  },
  'In a form': {
    'Ctrl+s': 'Save',
    'Ctrl+Enter': 'Save',
    'Ctrl+Shift+Enter': 'Save and add another booking',
  },
  "In a booking's date field": {
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
