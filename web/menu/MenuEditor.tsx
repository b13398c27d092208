import { MenuItemInput, menus } from '#contract/menu.ts'
import { plain } from '#web/api/plain.ts'
import { EditorColumns } from '#web/forms/editor/EditorColumns.tsx'
import { TextAreaField, TextField } from '#web/forms/fields/Field.tsx'
import { ShowDaysFields } from '#web/forms/fields/ShowDaysFields.tsx'
import { ImageField } from '#web/media/ImageField.tsx'
import { EditorPage } from '#web/pages/EditorPage.tsx'
import { config } from './index.ts'

export function MenuEditor() {
  return (
    <EditorPage
      config={config}
      resource={plain('menus', menus)}
      schema={MenuItemInput}
      blank={{ name: '', image: '', description: '', showFrom: undefined, showUntil: undefined }}
      add={{ title: 'Add menu item', subtitle: 'Describe the item and its ingredients.', save: 'Save Menu Item' }}
      edit={{ title: 'Edit menu item', save: 'Save Menu Item' }}
    >
      {(field) => (
        <EditorColumns
          aside={
            <ImageField
              {...field('image')}
              label="Item Image"
              pickerTitle="Select item image"
              hint="Drop an image here or choose one from the gallery."
              shape="aspect-4/3"
            />
          }
        >
          <TextField {...field('name')} label="Item Name" autoComplete="off" />
          <TextAreaField {...field('description')} label="Description" />
          <ShowDaysFields from={field('showFrom')} until={field('showUntil')} />
        </EditorColumns>
      )}
    </EditorPage>
  )
}
