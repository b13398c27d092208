import { addressOf } from '#web/api/address.ts'
import { paths, shown } from '#web/router/paths.ts'

/** A task of the office. Words between `**` are the names of controls. The page of the same `id` in `docs/guide/` has the same text. */
export type Task = {
  id: string
  title: string
  steps: readonly string[]
  note?: string
  /** The screen on which the task begins; the keys have none. */
  link?: { to: string; label: string }
  /** Further words by which the search finds the task. */
  words?: string
}

export const tasks: readonly Task[] = [
  {
    id: 'take-a-booking',
    title: 'Take a booking',
    steps: [
      'Choose **New booking**, or press N.',
      'Enter the phone number. Known guests are suggested with their name, branch and last note.',
      'Choose the day and time. Add a promo code, or a note for colleagues.',
      'Choose **Create Booking**.',
    ],
    link: { to: paths.bookings.add, label: 'Take a booking' },
    words: 'reservation call caller guest discount',
  },
  {
    id: 'add-a-movie',
    title: 'Add a movie',
    steps: [
      'Choose **Add Movie**.',
      "Enter the title, genre and description, and paste the trailer's address from YouTube or Vimeo.",
      'Drop an image on the cover, or choose **Select from Gallery**.',
      'Choose **Save Movie**.',
    ],
    link: { to: paths.movies.add, label: 'Add a movie' },
    words: 'film new poster',
  },
  {
    id: 'replace-an-image',
    title: 'Replace an image',
    steps: ['Open the image in the gallery, and choose **Replace**.', 'Choose the new file.'],
    note: 'The new image is shown wherever the old one was. To change one record only, edit it and choose **Change Image**.',
    link: { to: paths.gallery, label: 'Open the gallery' },
    words: 'cover picture poster photo upload change',
  },
  {
    id: 'schedule-a-news-item',
    title: 'Schedule a news item',
    steps: ['Choose **Add news item**.', 'Enter a future date as the **Publication Date**.', 'Choose **Save News**.'],
    note: 'The website shows the item from that day on. Movies and menu items have **Show from** and **Show until** under **More options**.',
    link: { to: shown('/news').add, label: 'Add a news item' },
    words: 'publish later hide date film announce hidden',
  },
  {
    id: 'cancel-by-phone',
    title: 'Cancel a booking by phone',
    steps: [
      'Search for the booking by name or by part of the phone number (three digits or more).',
      'Select the status and choose **Canceled**.',
    ],
    note: 'If the booking had a promo code, the code can be used again. **Undo** restores the booking.',
    link: { to: paths.bookings.list, label: 'Open bookings' },
    words: 'cancellation reservation delete caller guest',
  },
  {
    id: 'print-the-day-sheet',
    title: 'Print the day sheet',
    steps: ['In Bookings, open **Tools** and choose **Day sheet**.', 'Choose the days, and a branch if needed.', 'Choose **Print**.'],
    note: 'Each branch is printed on its own page.',
    link: { to: addressOf(paths.bookings.list, {}, { tab: 'sheet' }), label: 'Open the day sheet' },
    words: 'guest list paper printer tonight',
  },
  {
    id: 'close-a-branch',
    title: 'Close a branch for a few days',
    steps: [
      'In Bookings, open **Tools** and choose **Close a branch**.',
      'Choose the branch and the days. For hours and a reason, choose **New closure**.',
      'Call the guests, and tick **Called** for each.',
      'Cancel all bookings at once.',
    ],
    note: "Guests aren't notified. **Undo** restores all bookings. **Closures** keeps the numbers.",
    link: { to: addressOf(paths.bookings.list, {}, { tab: 'closure' }), label: 'Close a branch' },
    words: 'closure holiday cinema shut',
  },
  {
    id: 'run-a-campaign',
    title: 'Run a campaign',
    steps: [
      'In Promo codes, choose **Generate codes**.',
      'Enter a prefix, the number of codes and the discount. Each code works once.',
      'Download the codes for your flyers.',
      'To pause or start the whole campaign, use its card.',
    ],
    link: { to: paths.promoCodes.list, label: 'Open promo codes' },
    words: 'discount percent voucher many stop export csv excel',
  },
  {
    id: 'save-a-view',
    title: 'Save a search as a view',
    steps: [
      'Set the search, filters and order of a list.',
      'Choose **Views**; in a narrow window, choose **More** first.',
      'Enter a name, and choose **Save**.',
    ],
    note: 'Open the view from **Views** or **Find anything**. Super users can save it for everybody.',
    link: { to: paths.movies.list, label: 'Open the movies' },
    words: 'saved filter bookmark favorite favourite shortcut',
  },
  {
    id: 'download-a-list',
    title: 'Download a list',
    steps: [
      'Search and filter the list.',
      'Choose **Download**, then **Excel** or **CSV**. In a narrow window, open **More** first.',
      'Open the file. An Excel file of bookings has their numbers per branch, day and code on its second sheet.',
    ],
    link: { to: paths.bookings.list, label: 'Open bookings' },
    words: 'export csv excel spreadsheet table report save file numbers',
  },
  {
    id: 'import-a-table',
    title: 'Import a table or pictures',
    steps: [
      'Choose **Import** above the list. In a narrow window, open **More** first.',
      'Drop a CSV file, paste rows from a spreadsheet with their headings, or choose a folder of pictures.',
      'Correct the rows that need fixing. Untick rows to leave them out.',
      'Choose **Import**.',
    ],
    note: 'Pictures find their rows by file name. A row with a known title changes that record. **Undo import** takes everything back.',
    link: { to: addressOf(paths.movies.list, {}, { import: '1' }), label: 'Import movies' },
    words: 'upload csv excel many films posters menu branches news codes',
  },
  {
    id: 'restore-something',
    title: 'Restore something',
    steps: [
      'To restore a deleted record, open **Trash** above its list and choose **Restore**.',
      'To undo a change, open **History** on the record and restore a version.',
    ],
    note: 'Right after a change, **Undo** or Ctrl+Z reverts it.',
    link: { to: addressOf(paths.movies.list, {}, { trash: '1' }), label: 'Open the movie trash' },
    words: 'deleted undo lost recover version back movie booking branch news menu image',
  },
  {
    id: 'add-a-colleague',
    title: 'Add a colleague',
    steps: [
      'Open **Users** in the account menu, and choose **Create New User**.',
      'Enter a username and a temporary password. Share the password in person.',
      'Your colleague chooses a new password at the first sign-in.',
    ],
    note: 'By default, only super users can do this.',
    link: { to: `${paths.users}#create-user`, label: 'Create a user' },
    words: 'account staff role password forgotten super',
  },
  {
    id: 'keys',
    title: 'Use the keyboard',
    steps: [
      'Press Ctrl+K to find anything.',
      'N starts a new booking. G followed by a letter opens a screen: G B opens Bookings.',
      'In a list, J and K move, E edits, and / searches.',
      'In a form, Ctrl+S saves.',
    ],
    note: 'Press ? to see all shortcuts.',
    words: 'keys shortcuts',
  },
]

/** The tasks that have, for each of the words, a word that begins with it. */
export function findTasks(typed: string): readonly Task[] {
  const wanted = wordsIn(typed)
  return tasks.filter(({ title, steps, note = '', words = '' }) => {
    const known = wordsIn([title, ...steps, note, words].join(' '))
    return wanted.every((word) => known.some((each) => each.startsWith(word)))
  })
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
