import { PromoCodeInput } from '#contract/promo-codes.ts'
import { EditorColumns } from '#web/forms/editor/EditorColumns.tsx'
import { CheckboxField } from '#web/forms/fields/CheckboxField.tsx'
import { NumberField } from '#web/forms/fields/NumberField.tsx'
import { EditorPage } from '#web/pages/EditorPage.tsx'
import { promoCodeApi } from './api.ts'
import { blankTerms, unlimited } from './blank.ts'
import { config } from './index.ts'
import { LimitFields } from './LimitFields.tsx'
import { PromoCodePreview } from './PromoCodePreview.tsx'
import { LettersField, PercentageField, PeriodFields } from './TermFields.tsx'

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
      add={{ title: 'New promo code', subtitle: 'Create a discount for bookings.', save: 'Create promo code' }}
      edit={{ title: 'Edit promo code', save: 'Update promo code' }}
    >
      {(field, stored) => (
        <EditorColumns aside={<PromoCodePreview field={field} stored={stored ?? unused} />}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <LettersField {...field('code')} label="Promo Code" />
            <PercentageField {...field('percentage')} hint="Discount per booking" />
            <PeriodFields firstDay={field('firstDay')} lastDay={field('lastDay')} />
            <NumberField {...field('mostUses')} label="Usage limit" empty={null} hint="Leave empty for unlimited" />
            <CheckboxField
              {...field('paused')}
              label="Paused"
              hint="The code can't be applied while paused. Existing bookings keep their discount."
            />
          </div>
          <LimitFields weekdays={field('weekdays')} branches={field('branches')} stored={stored ?? unlimited} />
        </EditorColumns>
      )}
    </EditorPage>
  )
}
