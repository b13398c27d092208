/** The terms of a code that nothing has been said of yet. */
export const blankTerms = { percentage: Number.NaN, firstDay: '', lastDay: '', weekdays: [], branches: [] }

/** The branches of a code that isn't stored yet. */
export const unlimited = { branches: [], branchNames: [] }
