import { BranchInput } from '#contract/branches.ts'
import { isMapEmbed } from '#contract/maps.ts'
import { LiveRemark } from '#web/components/LiveRemark.tsx'
import { EditorColumns } from '#web/forms/editor/EditorColumns.tsx'
import { AddressField } from '#web/forms/fields/AddressField.tsx'
import { TextField } from '#web/forms/fields/Field.tsx'
import { ImageListField } from '#web/media/ImageListField.tsx'
import { EditorPage } from '#web/pages/EditorPage.tsx'
import { branchApi } from './api.ts'
import { config } from './index.ts'
import { RenameBookings } from './RenameBookings.tsx'
import { SameName } from './SameName.tsx'

export function BranchEditor() {
  return (
    <EditorPage
      config={config}
      resource={branchApi}
      schema={BranchInput}
      blank={{ name: '', address: '', googleMapsUrl: '', images: [] }}
      add={{ title: 'Add branch', subtitle: "Enter the cinema's address and add images.", save: 'Save Branch' }}
      edit={{ title: 'Edit branch', save: 'Save Branch' }}
      follows={{ renameBookings: 'name' }}
    >
      {(field, branch) => (
        <EditorColumns
          aside={
            <ImageListField
              {...field('images')}
              label="Branch Images"
              pickerTitle="Select branch images"
              hint="Drop images here or choose from the gallery. The first image is shown on the card."
            />
          }
        >
          <div>
            <TextField {...field('name')} label="Branch Name" autoComplete="off" />
            <SameName name={field('name').value} stored={branch} />
          </div>
          {branch && <RenameBookings branch={branch} name={field('name').value} choice={field('renameBookings')} />}
          <TextField {...field('address')} label="Address" autoComplete="off" />
          <div>
            <AddressField
              {...field('googleMapsUrl')}
              label="Google Maps URL"
              placeholder="https://maps.app.goo.gl/..."
              hint="In Google Maps, choose Share and paste the link here."
            />
            <LiveRemark>
              {isMapEmbed(field('googleMapsUrl').value) &&
                'This link is for an embedded map. View Map will open the location in Google Maps instead.'}
            </LiveRemark>
          </div>
        </EditorColumns>
      )}
    </EditorPage>
  )
}
