import { loaded } from './loading.ts'

// What is imported above is loaded in the usual way; from here on, files are found at once.
await import('./run.ts')
loaded()
