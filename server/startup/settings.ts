type Environment = Record<string, string | undefined>

/** A setting without what a file that it was read from has around it: a byte order mark, and line ends at its end. */
const clean = (value: string): string => value.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '')

/** The environment with all of its settings clean. */
export const cleaned = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value === undefined ? value : clean(value)]))
