import { type FormEvent, useId, useState } from 'react'
import type { ApiError } from '#web/api/call.ts'
import type { Instead } from '#web/api/resource.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { labelOf } from '#web/forms/conflicts/changes.ts'
import { useFocusPassedOn } from '#web/lists/deletion.ts'
import { ButtonLink } from '#web/router/ButtonLink.tsx'

type InTheWayProps = {
  id: string
  failure: ApiError
  name: string
  list: string
  onRestore: (instead: Instead) => void
}

/** Explains why an item could not be restored, and offers the ways to solve that. */
export function InTheWay({ id, failure, name, list, onRestore }: InTheWayProps) {
  const box = useFocusPassedOn(id, itsEntry)
  const [typed, setTyped] = useState('')
  const field = Object.keys(failure.fields)[0]?.replace('instead.', '')
  const isTyped = field !== undefined && (failure.code === 'taken' || failure.code === 'invalid')
  return (
    <div ref={box} className="-mb-5 pt-3">
      <Alert text="The item couldn't be restored." reason={failure.sentence}>
        {field !== undefined && failure.code === 'used_up' && (
          <Button onClick={() => onRestore({ [field]: '' })}>Restore without {labelOf(field).toLowerCase()}</Button>
        )}
        {(isTyped || failure.code === 'in_use') && (
          <ButtonLink to={`${list}?q=${encodeURIComponent(name)}`}>Show conflicting item</ButtonLink>
        )}
      </Alert>
      {isTyped && (
        <Another name={labelOf(field).toLowerCase()} value={typed} onType={setTyped} onGive={() => onRestore({ [field]: typed })} />
      )}
    </div>
  )
}

const itsEntry = (id: string) => id

type AnotherProps = {
  /** 'code' */
  name: string
  value: string
  onType: (value: string) => void
  onGive: () => void
}

/** Gives it another code or name to be restored under. */
function Another({ name, value, onType, onGive }: AnotherProps) {
  const id = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (value.trim() !== '') onGive()
  }
  return (
    <form onSubmit={submit} className="mb-5">
      <label htmlFor={id} className="mb-1.5 inline-block font-[550]">
        New {name}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          dir="auto"
          className="input max-w-80"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
        <Button type="submit" aria-disabled={value.trim() === ''} className="min-h-10">
          Restore with this {name}
        </Button>
      </div>
    </form>
  )
}
