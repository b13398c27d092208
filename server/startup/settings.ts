type Environment = Record<string, string | undefined>

/** Removes what surrounds a setting that was read from a file: a byte order mark, and trailing line ends. */
const clean = (value: string): string => value.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '')

/** Returns the environment with all settings cleaned. */
export const cleaned = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value === undefined ? value : clean(value)]))
