import { MovieInput } from '#contract/movies.ts'
import { EditorColumns } from '#web/forms/editor/EditorColumns.tsx'
import { TextAreaField, TextField } from '#web/forms/fields/Field.tsx'
import { ShowDaysFields } from '#web/forms/fields/ShowDaysFields.tsx'
import { ImageField } from '#web/media/ImageField.tsx'
import { EditorPage } from '#web/pages/EditorPage.tsx'
import { movieApi } from './api.ts'
import { GenreField } from './GenreField.tsx'
import { config } from './index.ts'
import { TrailerField } from './TrailerField.tsx'

const blank: MovieInput = { title: '', genre: '', image: '', description: '', trailerUrl: '', showFrom: undefined, showUntil: undefined }

export function MovieEditor() {
  return (
    <EditorPage
      config={config}
      resource={movieApi}
      schema={MovieInput}
      blank={blank}
      add={{ title: 'Add New Movie', subtitle: 'Fill in the details below to add a new movie to your collection.', save: 'Save Movie' }}
      edit={{ title: 'Edit Movie', save: 'Save Movie' }}
    >
      {(field) => (
        <EditorColumns
          aside={
            // All of it and its hint stand above the save bar.
            <div className="md:max-w-[clamp(160px,calc((100dvh-400px)*2/3),320px)]">
              <ImageField
                {...field('image')}
                label="Cover image"
                pickerTitle="Select Cover Image"
                hint="Drop an image here or choose one from the gallery. 1000 × 1500 pixels or larger works best."
                shape="aspect-2/3"
              />
            </div>
          }
        >
          <TextField {...field('title')} label="Title" autoComplete="off" />
          <GenreField {...field('genre')} />
          <TextAreaField {...field('description')} label="Description" />
          <TrailerField {...field('trailerUrl')} cover={field('image').value} />
          <ShowDaysFields from={field('showFrom')} until={field('showUntil')} />
        </EditorColumns>
      )}
    </EditorPage>
  )
}
