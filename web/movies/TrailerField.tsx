import { addressIn } from '#contract/pasted-address.ts'
import { embedAddress } from '#contract/trailers.ts'
import { AddressField } from '#web/forms/fields/AddressField.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { Trailer, trailerPlayer } from './Trailer.tsx'

/** The trailer's address, with the player below. A link copied from YouTube or Vimeo becomes the address of its player. */
export function TrailerField({ cover, ...field }: FieldProps<string> & { cover: string }) {
  return (
    <div className="grid gap-4">
      <AddressField
        {...field}
        label="Trailer URL"
        placeholder="https://www.youtube.com/embed/..."
        hint="Paste a YouTube or Vimeo link. The player address is filled in for you."
        complete={(typed) => embedAddress(addressIn(typed))}
      />
      {trailerPlayer(field.value) && (
        <div className="max-w-96">
          <Trailer address={field.value} title="this movie" cover={cover} />
        </div>
      )}
    </div>
  )
}
