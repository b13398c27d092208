import { useState } from 'react'
import { longestAlt } from '#contract/images.ts'
import { CheckboxField } from '#web/forms/fields/CheckboxField.tsx'
import { TextAreaField } from '#web/forms/fields/Field.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'

type AltFieldsProps = { altText: FieldProps<string>; decorative: FieldProps<boolean> }

/** The alt text of an image. A decorative image has none; the typed text returns when the box is unchecked. */
export function AltFields({ altText, decorative }: AltFieldsProps) {
  const [typed, setTyped] = useState('')

  function setDecorative(isDecorative: boolean) {
    setTyped(altText.value)
    altText.onChange(isDecorative ? '' : typed)
    decorative.onChange(isDecorative)
  }

  return (
    <>
      {!decorative.value && (
        <TextAreaField
          {...altText}
          label="Alt text"
          maxLength={longestAlt}
          rows={2}
          hint="Describe the image in a sentence for people who can't see it. The website shows it with every use."
        />
      )}
      <CheckboxField
        {...decorative}
        onChange={setDecorative}
        label="Decorative"
        hint="Adds nothing to the text. Screen readers skip the image."
      />
    </>
  )
}
