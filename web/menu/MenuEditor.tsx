import { MenuItemInput } from '#contract/menu.ts'
import { EditorColumns } from '#web/ui/form/EditorColumns.tsx'
import { EditorPage } from '#web/ui/form/EditorPage.tsx'
import { TextAreaField, TextField } from '#web/ui/form/Field.tsx'
import { ImageField } from '#web/ui/images/ImageField.tsx'
import { menuApi } from './api.ts'
import { face } from './index.ts'

export function MenuEditor() {
  return (
    <EditorPage
      face={face}
      resource={menuApi}
      schema={MenuItemInput}
      blank={{ name: '', image: '', description: '' }}
      add={{ title: 'Add New Menu Item', subtitle: 'Say what it is and what is in it.', save: 'Save Menu Item' }}
      edit={{ title: 'Edit Menu Item', save: 'Save Menu Item' }}
    >
      {(field) => (
        <EditorColumns
          aside={
            <ImageField
              {...field('image')}
              label="Item Image"
              pickerTitle="Select Item Image"
              hint="Drop a file here, or pick one from the gallery."
              shape="aspect-4/3"
            />
          }
        >
          <TextField {...field('name')} label="Item Name" autoComplete="off" />
          <TextAreaField {...field('description')} label="Description" />
        </EditorColumns>
      )}
    </EditorPage>
  )
}
