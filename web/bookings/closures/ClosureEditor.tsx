import { firstBookingDay } from '#contract/bookings.ts'
import { ClosureInput, closures } from '#contract/closures.ts'
import { days } from '#contract/fields.ts'
import { daysOf } from '#contract/listing.ts'
import { parseListQuery } from '#web/api/address.ts'
import { plain } from '#web/api/plain.ts'
import { EditorColumns } from '#web/forms/editor/EditorColumns.tsx'
import { BranchField } from '#web/forms/fields/BranchField.tsx'
import { CheckboxField } from '#web/forms/fields/CheckboxField.tsx'
import { TextField } from '#web/forms/fields/Field.tsx'
import { EditorPage } from '#web/pages/EditorPage.tsx'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { ClosurePreview } from './ClosurePreview.tsx'
import { config } from './index.ts'

const blank: ClosureInput = {
  branchName: '',
  everywhere: false,
  firstDay: '',
  lastDay: '',
  fromTime: '',
  untilTime: '',
  reason: '',
}

export function ClosureEditor() {
  const { branchName: [branchName = ''] = [], date: [date = ''] = [] } = parseListQuery(useLocation().search)
  const { from: firstDay, to: lastDay } = daysOf(date)
  return (
    <EditorPage
      config={config}
      resource={plain('closures', closures)}
      schema={ClosureInput}
      blank={{ ...blank, branchName, firstDay, lastDay }}
      add={{
        title: 'New closure',
        subtitle: 'New bookings at this time show a warning. Existing ones can be canceled together.',
        save: 'Save closure',
      }}
      edit={{ title: 'Edit closure', save: 'Save closure' }}
    >
      {(field, stored) => {
        const everywhere = field('everywhere')
        const firstDay = field('firstDay')
        const lastDay = field('lastDay')
        /** The last day follows the first, because most closures last one day. */
        function setFirstDay(day: string) {
          if (lastDay.value === firstDay.value) lastDay.onChange(day)
          firstDay.onChange(day)
        }
        return (
          <EditorColumns aside={<ClosurePreview field={field} id={stored?._id} />}>
            <BranchField {...field('branchName')} isRequired={!everywhere.value} />
            <CheckboxField {...everywhere} label="All branches" />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField {...firstDay} onChange={setFirstDay} label="First day" type="date" min={firstBookingDay} max={days.last} />
              <TextField {...lastDay} label="Last day" type="date" min={firstBookingDay} max={days.last} />
              <TextField {...field('fromTime')} label="From" type="time" hint="Leave empty for whole days" />
              <TextField {...field('untilTime')} label="Until" type="time" />
            </div>
            <TextField {...field('reason')} label="Reason" autoComplete="off" hint="The website can show it to guests." />
          </EditorColumns>
        )
      }}
    </EditorPage>
  )
}
