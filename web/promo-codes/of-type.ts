import type { ListQuery } from '#web/api/address.ts'

/** The query of the list: the codes of campaigns lie behind their campaign's card, unless something narrows the list. */
export const ofType = (asked: ListQuery): ListQuery =>
  Object.keys(asked).every((name) => name === 'order') ? { ...asked, type: ['single'] } : asked
