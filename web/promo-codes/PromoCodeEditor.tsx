import { PromoCodeInput } from '#contract/promo-codes.ts'
import { CheckboxField } from '#web/ui/form/CheckboxField.tsx'
import { EditorColumns } from '#web/ui/form/EditorColumns.tsx'
import { EditorPage } from '#web/ui/form/EditorPage.tsx'
import { TextField } from '#web/ui/form/Field.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { upperCase } from '#web/ui/form/upper-case.ts'
import { promoCodeApi } from './api.ts'
import { face } from './index.ts'
import { LimitFields } from './LimitFields.tsx'
import { PromoCodePreview } from './PromoCodePreview.tsx'

const blank: PromoCodeInput = {
  code: '',
  percentage: Number.NaN,
  firstDay: '',
  lastDay: '',
  mostUses: null,
  paused: false,
  weekdays: [],
  branches: [],
}

const unlimited = { uses: 0, branches: [], branchNames: [] }

export function PromoCodeEditor() {
  return (
    <EditorPage
      face={face}
      resource={promoCodeApi}
      schema={PromoCodeInput}
      blank={blank}
      afresh={{ code: '' }}
      add={{ title: 'New Promo Code', subtitle: 'A discount that bookings can use.', save: 'Create Promo Code' }}
      edit={{ title: 'Edit Promo Code', save: 'Update Promo Code' }}
    >
      {(field, stored) => (
        <EditorColumns aside={<PromoCodePreview field={field} stored={stored ?? unlimited} />}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <TextField
              {...field('code')}
              label="Promo Code"
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onInput={upperCase}
            />
            <NumberField {...field('percentage')} label="Percentage" empty={Number.NaN} min={1} max={100} hint="What the code takes off." />
            <TextField {...field('firstDay')} label="First Day" type="date" hint="Empty: at once." />
            <TextField {...field('lastDay')} label="Last Day" type="date" hint="Empty: until it is paused or used up." />
            <NumberField {...field('mostUses')} label="Most Uses" empty={null} min={1} hint="Empty: as often as one likes." />
            <CheckboxField
              {...field('paused')}
              label="Paused"
              hint="Nobody can apply it for now. Bookings that carry it keep their discount."
            />
          </div>
          <LimitFields weekdays={field('weekdays')} branches={field('branches')} stored={stored ?? unlimited} />
        </EditorColumns>
      )}
    </EditorPage>
  )
}
