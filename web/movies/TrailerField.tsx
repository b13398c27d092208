import type { KeyboardEvent } from 'react'
import { embedAddress } from '#contract/trailers.ts'
import { TextField } from '#web/ui/form/Field.tsx'
import type { Bound } from '#web/ui/form/form.ts'
import { Trailer, trailerPlayer } from './Trailer.tsx'

/** The trailer's address. A link copied from YouTube or Vimeo becomes the address of its player, which shows below at once. */
export function TrailerField({ onBlur, ...field }: Bound<string>) {
  function embed() {
    const address = embedAddress(field.value.trim())
    if (address !== field.value) field.onChange(address)
  }

  return (
    <div className="grid gap-4">
      <TextField
        {...field}
        label="Trailer URL"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://www.youtube.com/embed/..."
        hint="Paste the link of a video on YouTube or Vimeo; it is turned into the address of its player."
        onBlur={() => {
          embed()
          onBlur()
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') embed()
        }}
      />
      {trailerPlayer(field.value) && <Trailer address={field.value} title="this movie" />}
    </div>
  )
}
