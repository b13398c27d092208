import { type FormEvent, useEffect, useState } from 'react'
import { CampaignInput, mostAtOnce } from '#contract/promo-codes.ts'
import { ApiError } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { Alert, reasonOf } from '#web/ui/base/Alert.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/base/Dialog.tsx'
import { inFigures } from '#web/ui/base/figures.ts'
import { TextField } from '#web/ui/form/Field.tsx'
import { focusFirstInput } from '#web/ui/form/focus.ts'
import { useForm } from '#web/ui/form/form.ts'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { useOutlasting } from '#web/ui/form/outlasting.ts'
import { upperCase } from '#web/ui/form/upper-case.ts'
import { download } from '#web/ui/list/download.ts'
import { notify } from '#web/ui/page/notices.ts'
import { navigate } from '#web/ui/place/history.ts'
import { promoCodeApi, useCreateCampaign } from './api.ts'
import { LimitFields } from './LimitFields.tsx'

const blank: CampaignInput = {
  prefix: '',
  count: Number.NaN,
  percentage: Number.NaN,
  firstDay: '',
  lastDay: '',
  weekdays: [],
  branches: [],
}

const unlimited = { branches: [], branchNames: [] }

/** Many codes at once, each for one booking. They are made by the server, and found in the list by their campaign. */
export function CampaignDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(CampaignInput, blank)
  useOutlasting(form, blank)
  const create = useCreateCampaign()
  // Not `create.isPending`, which comes a moment later: a second click would get in between.
  const [isBusy, setIsBusy] = useState(false)
  const { field } = form
  // After the dialog, which puts the focus on its first button.
  useEffect(() => focusFirstInput(form.element.current), [form.element])

  async function make(input: CampaignInput) {
    setIsBusy(true)
    try {
      tell(await create.mutateAsync(input))
      onClose()
    } catch (error) {
      console.error('The codes could not be made', error)
      setIsBusy(false)
      if (error instanceof ApiError) form.refuse(error.fields)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const input = isBusy ? undefined : form.check()
    if (input) void make(input)
  }

  return (
    <Dialog title="Many Promo Codes at Once" onClose={onClose}>
      <form ref={form.element} noValidate onSubmit={submit} className="max-h-[calc(100dvh-120px)] overflow-y-auto p-5">
        {create.error && !isBusy && <Alert text="Failed to create the promo codes. Please try again." reason={reasonOf(create.error)} />}
        <div className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField
              {...field('prefix')}
              label="Prefix"
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onInput={upperCase}
              hint="XMAS makes XMAS-7K3MHXQT."
            />
            <NumberField {...field('count')} label="Count" empty={Number.NaN} min={1} max={mostAtOnce} hint="Each counts once." />
            <NumberField {...field('percentage')} label="Percentage" empty={Number.NaN} min={1} max={100} hint="What each takes off." />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field('firstDay')} label="First Day" type="date" hint="Empty: at once." />
            <TextField {...field('lastDay')} label="Last Day" type="date" hint="Empty: until they are used or paused." />
          </div>
          <LimitFields weekdays={field('weekdays')} branches={field('branches')} stored={unlimited} />
        </div>
        <div className="mt-6 flex gap-2">
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? 'Creating...' : 'Create Promo Codes'}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Leads to the codes, and offers them as a table. */
function tell({ campaign, made }: { campaign: string; made: number }) {
  const asked = { campaign: [campaign] }
  navigate(`${paths.promoCodes.list}?${new URLSearchParams({ campaign })}`)
  notify({
    about: { name: campaign },
    text: made === 1 ? 'has a new code.' : `has ${inFigures(made)} new codes.`,
    action: { label: 'Download as CSV', run: () => void download(() => promoCodeApi.csv(asked)) },
  })
}
