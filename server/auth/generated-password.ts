import { randomInt } from 'node:crypto'

/** Without letters and digits that look alike: it is read off a screen and typed. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 16 of 31 letters: 79 bits. */
export const makeUpPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join('-')
