import { days } from '#contract/fields.ts'
import { NewsInput } from '#contract/news.ts'
import { today } from '#web/api/chain-day.ts'
import { EditorColumns } from '#web/forms/editor/EditorColumns.tsx'
import { TextAreaField, TextField } from '#web/forms/fields/Field.tsx'
import { ImageField } from '#web/media/ImageField.tsx'
import { ImageListField } from '#web/media/ImageListField.tsx'
import { EditorPage } from '#web/pages/EditorPage.tsx'
import { newsApi } from './api.ts'
import { config } from './index.ts'

export function NewsEditor() {
  return (
    <EditorPage
      config={config}
      resource={newsApi}
      schema={NewsInput}
      blank={{ title: '', image: '', date: today(), description: '', gallery: [] }}
      add={{ title: 'Add news item', subtitle: 'Share news with your audience.', save: 'Save News' }}
      edit={{ title: 'Edit news item', save: 'Save News' }}
    >
      {(field) => (
        <EditorColumns
          aside={
            <>
              <ImageField
                {...field('image')}
                label="Main Image"
                pickerTitle="Select main image"
                hint="Drop an image here or choose one from the gallery. Shown on the card and above the article."
                shape="aspect-video"
              />
              <ImageListField
                {...field('gallery')}
                label="Gallery Images"
                pickerTitle="Select gallery images"
                hint="Drop images here or choose from the gallery. Shown below the article in this order."
              />
            </>
          }
        >
          <TextField {...field('title')} label="News Title" autoComplete="off" />
          <TextField
            {...field('date')}
            label="Publication Date"
            type="date"
            min={days.first}
            max={days.last}
            hint="The website shows the item from this day on."
          />
          <TextAreaField {...field('description')} label="Description" hint="Each line becomes a paragraph." />
        </EditorColumns>
      )}
    </EditorPage>
  )
}
