/** Every migration. */
export { first } from './001-first.ts'
export { chain } from './002-chain.ts'
export { mending } from './003-mending.ts'
export { references } from './004-references.ts'
export { access } from './005-access.ts'
export { lists } from './006-lists.ts'
export { lastSignIn } from './007-last-sign-in.ts'
export { digests } from './009-digests.ts'
