import { browserStorage } from '#web/storage.ts'

/** The prefix of the notes about imports that aren't over, followed by the batch. */
export const journalPrefix = 'moviebox.import:'

/** Whether this browser has such a note, of any user: the code that reads notes loads only then. */
export const hasJournal = (): boolean => browserStorage.keys().some((key) => key.startsWith(journalPrefix))
