import type * as z from 'zod/mini'

type Pick = (value: unknown) => unknown

/**
 * Returns the serializer of a route: it writes the fields that the contract names as JSON, and drops all others that a handler returns. It is the
 * `serializerCompiler` of every route; Fastify asks it for a serializer for each status. The first answer analyses the contract, not the start.
 */
export function answerWriter({ schema }: { schema?: unknown }): (answer: unknown) => string {
  let pick: Pick | undefined
  return (answer) => {
    pick ??= pickerOf(schema as z.core.$ZodType)
    return JSON.stringify(pick(answer))
  }
}

function pickerOf(type: z.core.$ZodType): Pick {
  const { def } = (type as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return fieldsOf(def.shape)
    case 'array': {
      const each = pickerOf(def.element)
      return (items) => (Array.isArray(items) ? items.map(each) : items)
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return pickerOf(def.innerType)
    case 'union': {
      const options = def.options.map((option) => ({ option, pick: pickerOf(option) }))
      return (value) => options.find(({ option }) => fits(option, value))?.pick(value)
    }
    default:
      if (!whole.has(def.type)) throw new Error(`There is no serializer for fields of type "${def.type}".`)
      return (value) => value
  }
}

/** Schema types that contain nothing to leave out. */
const whole = new Set<string>(['string', 'number', 'int', 'boolean', 'literal', 'enum', 'null', 'record', 'unknown'])

/** Returns whether the value matches this option of a union: an object is matched by its required names. */
function fits(option: z.core.$ZodType, value: unknown): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return typeof value !== 'object'
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(def.shape).every(([name, field]) => field._zod.def.type === 'optional' || name in value)
}

function fieldsOf(shape: z.core.$ZodShape): Pick {
  const fields = Object.entries(shape).map(([name, type]) => [name, pickerOf(type)] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of fields) picked[name] = pick((value as Record<string, unknown>)[name])
    return picked
  }
}
