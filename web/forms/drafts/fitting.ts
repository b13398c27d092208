import type { ZodMiniType } from 'zod/mini'

/** Those of the values that a form over `schema` can show: a draft may be older than the form. `initial` is what that starts from. */
export function fitting<Input extends object>(schema: ZodMiniType<Input>, initial: Input, values: object): Input {
  const fits = ([name, value]: [string, unknown]) =>
    Object.hasOwn(initial, name) && (isAlike(value, Reflect.get(initial, name)) || isRight(name, value))
  const isRight = (name: string, value: unknown) => {
    const issues = schema.safeParse({ ...initial, [name]: value }).error?.issues ?? []
    return !issues.some(({ path }) => path[0] === name)
  }
  return { ...initial, ...Object.fromEntries(Object.entries(values).filter(fits)) }
}

/** Unfinished input may be invalid, but it has the right type. */
function isAlike(value: unknown, other: unknown): boolean {
  if (Array.isArray(value)) return Array.isArray(other) && value.every((each) => typeof each === 'string')
  return typeof value === typeof other && typeof value !== 'object'
}
