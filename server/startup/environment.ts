import { cleaned } from './settings.ts'

/**
 * Cleans the environment; imported by every program before it reads a setting. Node reads TZ itself, and takes a name with a trailing line end
 * for UTC.
 */
Object.assign(process.env, cleaned(process.env))
