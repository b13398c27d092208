import { anyDay, days } from '#contract/fields.ts'
import { PromoCodeInput } from '#contract/promo-codes.ts'
import { EditorColumns } from '#web/forms/editor/EditorColumns.tsx'
import { CheckboxField } from '#web/forms/fields/CheckboxField.tsx'
import { TextField } from '#web/forms/fields/Field.tsx'
import { NumberField } from '#web/forms/fields/NumberField.tsx'
import { EditorPage } from '#web/pages/EditorPage.tsx'
import { promoCodeApi } from './api.ts'
import { blankTerms, unlimited } from './blank.ts'
import { config } from './index.ts'
import { LettersField } from './LettersField.tsx'
import { LimitFields } from './LimitFields.tsx'
import { PercentageField } from './PercentageField.tsx'
import { PromoCodePreview } from './PromoCodePreview.tsx'

const blank: PromoCodeInput = { code: '', mostUses: null, paused: false, ...blankTerms }

const unused = { uses: 0, ...unlimited }

export function PromoCodeEditor() {
  return (
    <EditorPage
      config={config}
      resource={promoCodeApi}
      schema={PromoCodeInput}
      blank={blank}
      afresh={{ code: '' }}
      add={{ title: 'New Promo Code', subtitle: 'A discount that bookings can use.', save: 'Create Promo Code' }}
      edit={{ title: 'Edit Promo Code', save: 'Update Promo Code' }}
    >
      {(field, stored) => (
        <EditorColumns aside={<PromoCodePreview field={field} stored={stored ?? unused} />}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <LettersField {...field('code')} label="Promo Code" />
            <PercentageField {...field('percentage')} hint="What the code takes off." />
            <TextField {...field('firstDay')} label="First Day" type="date" min={days.first} max={anyDay.last} hint="Empty: at once." />
            <TextField
              {...field('lastDay')}
              label="Last Day"
              type="date"
              min={days.first}
              max={anyDay.last}
              hint="Empty: until it is paused or used up."
            />
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
