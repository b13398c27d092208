/** Starts the server where it has been built into one file: its stack traces tell the lines that were written. */
process.setSourceMapsEnabled(true)
await import('./run.ts')

export {}
