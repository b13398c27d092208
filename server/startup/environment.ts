import { cleaned } from './settings.ts'

/** Imported by every program before it reads the environment. Node reads TZ itself, and takes a name with a line end at its end for UTC. */
Object.assign(process.env, cleaned(process.env))
