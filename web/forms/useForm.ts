import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { useAfterRender } from '#web/components/after-render.ts'
import { createStore, useStore } from '#web/store.ts'
import { focusMistake } from './focus.ts'

/** The props with which an input shows and changes one field. */
export type FieldProps<Value> = {
  name: string
  value: Value
  /** Returns the current value, for work that ends after later renders. */
  getValue: () => Value
  /** Whether the schema refuses it when it is left empty. */
  isRequired: boolean
  error: string | undefined
  onChange: (value: Value) => void
  onBlur: () => void
  /** Work that must be done before the form can be sent, such as an upload. */
  blockSubmitUntil: (work: Promise<unknown>) => void
  /** Registers a step before the form is sent; if the step fails, nothing is sent. Returns a function that removes the step. */
  beforeSubmit: (step: () => Promise<unknown>) => () => void
}
export type Fields<Input> = <Name extends keyof Input & string>(name: Name) => FieldProps<Input[Name]>

type Errors = Record<string, string | undefined>

/** The home of the typed values, `undefined` before the first input. `get` is up to date when one event makes two changes. */
type TypedValues<Input> = { get: () => Input | undefined; set: (values: Input) => void }

/**
 * A form over a schema of the contract. A field is checked when it is left after a change, and from its first mistake on with
 * every key; all of them when the form is sent. Typed values live in `home`, or in the form itself.
 */
export function useForm<Input extends object>(schema: ZodMiniType<Input>, initial: Input, home?: TypedValues<Input>) {
  const element = useRef<HTMLFormElement>(null)
  const afterRender = useAfterRender()
  const [own] = useState(() => createStore<Input | undefined>(undefined))
  useStore(own)
  const typed = home ?? own
  const held = useRef(new Set<Promise<unknown>>())
  const steps = useRef(new Set<() => Promise<unknown>>())
  const [errors, setFieldErrors] = useState<Errors>({})
  const getValues = () => typed.get() ?? initial
  const values = getValues()

  function recheck(name: string) {
    setFieldErrors((shown) => ({ ...shown, [name]: problems(schema, getValues())[name] }))
  }

  const field: Fields<Input> = (name) => ({
    name,
    value: values[name],
    getValue: () => getValues()[name],
    isRequired: requiredFields(schema, initial).includes(name),
    error: errors[name],
    onChange(value) {
      typed.set({ ...getValues(), [name]: value })
      if (errors[name]) recheck(name)
    },
    onBlur() {
      // A mistake that shows was checked with every key; the server's own word stays until the value changes.
      if (!errors[name] && !Object.is(getValues()[name], initial[name])) recheck(name)
    },
    blockSubmitUntil(work) {
      held.current.add(work)
      const release = () => void held.current.delete(work)
      work.then(release, release)
    },
    beforeSubmit(step) {
      steps.current.add(step)
      return () => void steps.current.delete(step)
    },
  })

  /** Shows an error on each of these fields and focuses the first. An error of `images.2` is shown on `images`. */
  function setErrors(fields: Errors) {
    setFieldErrors(Object.fromEntries(Object.entries(fields).map(([name, message]) => [name.replace(/\..*/, ''), message])))
    afterRender(() => focusMistake(element.current))
  }

  return {
    element,
    values,
    /** Returns the current values, for callers that have waited. */
    getValues,
    /** Whether something holds the form up, such as an upload. */
    isHeldUp: () => held.current.size > 0,
    field,
    setErrors,
    /** Waits for what holds the form up, and for the steps before sending; whether all of it went well. */
    async ready(): Promise<boolean> {
      const outcomes = await Promise.allSettled([...held.current, ...[...steps.current].map((step) => step())])
      return outcomes.every(({ status }) => status === 'fulfilled')
    },
    /** The values as the contract wants them; `undefined`, with the mistakes shown, where they can't be sent. */
    check(): Input | undefined {
      const checked = schema.safeParse(getValues())
      setErrors(problems(schema, getValues()))
      return checked.data
    },
    clearErrors: () => setFieldErrors({}),
  }
}

function problems<Input>(schema: ZodMiniType<Input>, values: unknown): Errors {
  const issues = schema.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.reverse().map((issue) => [String(issue.path[0]), issue.message]))
}

const required = new WeakMap<ZodMiniType, readonly string[]>()

/** The required fields of a schema, found by parsing empty values. Cached per schema. */
function requiredFields<Input extends object>(schema: ZodMiniType<Input>, values: Input): readonly string[] {
  const found = required.get(schema) ?? Object.keys(problems(schema, emptied(values)))
  required.set(schema, found)
  return found
}

const emptied = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, emptyOf(value)]))

function emptyOf(value: unknown) {
  if (typeof value === 'string') return ''
  if (value === undefined) return undefined
  return Array.isArray(value) ? [] : null
}

/** Runs `step` before the field's form is sent. If the step fails, nothing is sent. */
export function useBeforeSubmit({ beforeSubmit }: Pick<FieldProps<never>, 'beforeSubmit'>, step: () => Promise<unknown>): void {
  const latest = useEffectEvent(step)
  const register = useEffectEvent(beforeSubmit)
  useEffect(() => register(() => latest()), [])
}
