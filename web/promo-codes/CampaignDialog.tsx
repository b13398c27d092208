import { CampaignInput } from '#contract/promo-codes.ts'
import { addressOf } from '#web/api/address.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { NumberField } from '#web/forms/fields/NumberField.tsx'
import { SmallForm } from '#web/forms/SmallForm.tsx'
import { download } from '#web/lists/download.ts'
import { leave } from '#web/router/blocker.ts'
import { navigate } from '#web/router/location.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'
import { promoCodeApi, useCreateCampaign } from './api.ts'
import { blankTerms, unlimited } from './blank.ts'
import { config } from './index.ts'
import { LimitFields } from './LimitFields.tsx'
import { LettersField, PercentageField, PeriodFields } from './TermFields.tsx'

const blank: CampaignInput = { prefix: '', count: Number.NaN, ...blankTerms }

const failed = 'Failed to generate promo codes. Please try again.'

/** Many codes at once, each for one booking. They are made by the server, and found in the list by their campaign. */
export function CampaignDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateCampaign()
  const isHere = useIsMounted()
  const close = () => leave(onClose)

  /** Navigates to the codes, unless the user has left the screen, and offers a CSV download. */
  async function make(input: CampaignInput) {
    const { campaign, made } = await create.mutateAsync(input)
    const asked = { campaign: [campaign] }
    const list = addressOf(config.at.list, {}, asked)
    if (isHere()) {
      onClose()
      navigate(list)
    }
    notify({
      about: { name: campaign, to: list },
      text: made === 1 ? 'has a new code.' : `has ${formatCount(made)} new codes.`,
      action: { label: 'Download as CSV', run: () => void download(() => promoCodeApi.file(asked, 'csv')) },
    })
  }

  function tellFailure(error: unknown) {
    console.error('The codes could not be generated', error)
    if (!isHere()) notifyFailure(failed, error)
  }

  return (
    <Dialog title="Generate promo codes" onClose={close}>
      <SmallForm
        schema={CampaignInput}
        blank={blank}
        save={{ label: 'Generate codes', busy: 'Generating...' }}
        onSend={make}
        onFailure={tellFailure}
        onCancel={close}
        className="max-h-[calc(100dvh-120px)] overflow-y-auto p-5"
      >
        {(field) => (
          <div className="grid gap-5">
            {create.error && <Alert text={failed} reason={reasonOf(create.error)} />}
            <div className="grid gap-5 sm:grid-cols-3">
              <LettersField {...field('prefix')} label="Prefix" hint={<Example prefix={field('prefix').value || 'XMAS'} />} />
              <NumberField {...field('count')} label="Number of codes" empty={Number.NaN} hint="Each works once" />
              <PercentageField {...field('percentage')} hint="Discount per booking" />
            </div>
            <div className="grid gap-5 sm:grid-cols-2">
              <PeriodFields firstDay={field('firstDay')} lastDay={field('lastDay')} />
            </div>
            <LimitFields weekdays={field('weekdays')} branches={field('branches')} stored={unlimited} />
          </div>
        )}
      </SmallForm>
    </Dialog>
  )
}

const Example = ({ prefix }: { prefix: string }) => (
  <>
    {prefix} creates codes such as <span className="whitespace-nowrap">{prefix}-7K3MHXQT</span>
  </>
)
