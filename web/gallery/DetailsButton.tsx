import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { type Image, ImageInput } from '#contract/images.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { TextField } from '#web/forms/fields/Field.tsx'
import { SmallForm } from '#web/forms/SmallForm.tsx'
import type { Fields } from '#web/forms/useForm.ts'
import { leave } from '#web/router/blocker.ts'
import { AltFields } from './AltFields.tsx'
import { FocalPointField } from './FocalPointField.tsx'
import { inputOf, useSaveImage } from './saving.ts'

/** Opens a form for the name, the alt text and the focal point of an image. */
export function DetailsButton({ image }: { image: Image }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} Icon={PencilLine}>
        Edit details
      </Button>
      {isOpen && <Details image={image} onClose={() => setOpen(false)} />}
    </>
  )
}

function Details({ image, onClose }: { image: Image; onClose: () => void }) {
  // The image when the form opened: another user's change since then is refused as a conflict, not overwritten.
  const [before] = useState(image)
  const [error, setError] = useState<unknown>()
  const save = useSaveImage()
  const close = () => leave(onClose)

  function tellFailure(failure: unknown) {
    console.error('An image could not be saved', failure)
    setError(failure)
  }

  return (
    <Dialog title={`Details of ${before.name}`} width="w-[min(1080px,calc(100vw-32px))]" onClose={close}>
      <SmallForm
        schema={ImageInput}
        blank={inputOf(before)}
        save={{ label: 'Save details', busy: 'Saving...' }}
        onSend={async (input) => {
          await save(before, input)
          onClose()
        }}
        onFailure={tellFailure}
        onCancel={close}
        className="max-h-[calc(100dvh-96px)] overflow-y-auto p-5"
      >
        {(field) => (
          <>
            {error !== undefined && <Alert text="Failed to save image" reason={reasonOf(error)} />}
            <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[320px_minmax(0,1fr)]">
              <DetailFields field={field} />
              <FocalPointField image={before} x={field('focalX')} y={field('focalY')} />
            </div>
          </>
        )}
      </SmallForm>
    </Dialog>
  )
}

function DetailFields({ field }: { field: Fields<ImageInput> }) {
  return (
    <div className="grid content-start gap-5">
      <TextField {...field('name')} label="Name" autoComplete="off" />
      <AltFields altText={field('altText')} decorative={field('decorative')} />
    </div>
  )
}
