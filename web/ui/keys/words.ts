/**
 * Every key that does something, under its heading in the list of them, with what it does. Whoever adds one adds its words here: what has
 * none doesn't compile. Letters are written small, `Ctrl` is ⌘ on a Mac, and of a sequence (`g m`) one key follows the other. Those
 * that lead to places come from `web/navigation.ts`. Some are the browser's own, and stand here to be found.
 */
export const words = {
  Everywhere: {
    'Ctrl+k': 'Find anything, do anything',
    n: 'New booking',
    'Ctrl+z': 'Undo what was done last',
    F6: 'Go to the latest notice, and back',
    '?': 'Show these shortcuts',
  },
  'In a list': {
    '/': 'Search',
    j: 'Next one',
    k: 'The one before',
    Enter: 'Open it',
    e: 'Edit it',
  },
  'In a form': {
    'Ctrl+s': 'Save',
    'Ctrl+Enter': 'Save',
  },
} as const

type Headings = typeof words

/** A key or a sequence of keys, as `words` has them. */
export type Keys = `${{ [Heading in keyof Headings]: keyof Headings[Heading] }[keyof Headings]}` | `g ${string}`
