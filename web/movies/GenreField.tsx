import { useQuery } from '@tanstack/react-query'
import { TextField } from '#web/forms/fields/Field.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { movieApi } from './api.ts'

/** The genre of a movie. The browser offers those in use, so that one genre isn't written in two ways. */
export function GenreField(field: FieldProps<string>) {
  const { data: genres = [] } = useQuery(movieApi.values('genre'))
  return (
    <>
      <TextField {...field} label="Genre" autoComplete="off" list="genres" />
      <datalist id="genres">
        {genres.map((genre) => (
          <option key={genre} value={genre} />
        ))}
      </datalist>
    </>
  )
}
