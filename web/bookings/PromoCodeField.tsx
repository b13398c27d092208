import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { useAfterRender } from '#web/components/after-render.ts'
import { Button, IconButton } from '#web/components/Button.tsx'
import { focusFirstIn } from '#web/components/focus.ts'
import { Field } from '#web/forms/fields/Field.tsx'
import { inUpperCase } from '#web/forms/fields/upper-case.ts'
import type { FieldProps } from '#web/forms/useForm.ts'
import { nameOf } from '#web/shortcuts/pressed.ts'
import { usePromo, type Visit } from './promo.ts'

type PromoCodeFieldProps = { code: FieldProps<string>; discount: FieldProps<number>; carried: Booking | undefined; visit: Visit }

/** A promo code, which counts once it is applied. What becomes of it is said aloud. */
export function PromoCodeField({ code, discount, carried, visit }: PromoCodeFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const afterRender = useAfterRender()
  const { problem, reason, isApplied, isValidating, apply, type } = usePromo({ code, discount, carried, visit })

  async function applyHere() {
    if (await apply().catch(() => true)) afterRender(takeFocus)
  }

  function clear() {
    type('')
    afterRender(takeFocus)
  }

  /** The input or button that had the focus may be gone. */
  function takeFocus() {
    const { activeElement, body } = document
    if (activeElement === body || box.current?.contains(activeElement)) focusFirstIn(box.current)
  }

  return (
    <div ref={box} aria-live="polite">
      <Field
        label="Promo Code"
        isRequired={code.isRequired}
        error={problem}
        hint={isApplied ? <span className="font-[550] text-good">{discount.value}% discount applied</span> : reason}
      >
        {(wiring) => (
          <div className="flex items-center gap-2">
            <div className="relative min-w-0 flex-1">
              <input
                {...wiring}
                dir="auto"
                name={code.name}
                value={code.value}
                className={`input pr-11 ${isApplied ? '!border-good !bg-good-soft font-[600] !text-good' : ''}`}
                disabled={isApplied}
                readOnly={isValidating}
                aria-busy={isValidating}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                {...inUpperCase(type)}
                onChange={(event) => type(event.target.value)}
                onBlur={code.onBlur}
                onKeyDown={(event) => {
                  if (nameOf(event.nativeEvent) !== 'Enter') return
                  event.preventDefault()
                  void applyHere()
                }}
              />
              {code.value !== '' && (isApplied || problem) && (
                <IconButton
                  label="Clear promo code"
                  onClick={clear}
                  onKeyDown={ignoreRepeat}
                  className="!absolute inset-y-0 right-1 my-auto"
                  Icon={X}
                />
              )}
            </div>
            {!isApplied && (
              <Button onClick={() => void applyHere()} aria-disabled={isValidating} className="min-h-10">
                {isValidating ? 'Applying...' : 'Apply'}
              </Button>
            )}
          </div>
        )}
      </Field>
    </div>
  )
}

/** The Enter that applies the code may still be down when this button has got the focus. */
function ignoreRepeat(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault()
}
