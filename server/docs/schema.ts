import * as z from 'zod/mini'

/** Part of an OpenAPI document. */
export type Json = Record<string, unknown>

/** Returns the JSON schema of a request part (`input`) or an answer (`output`). */
export function schemaOf(type: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(type, { io, override: asNumber })
  return json
}

/** A number in an address is read from text, whose pattern doesn't know its bounds. */
function asNumber({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe' || (def.out as z.core.$ZodTypes)._zod.def.type !== 'number') return
  delete jsonSchema.pattern
  Object.assign(jsonSchema, schemaOf(def.out, 'output'))
}
