import type { FormEvent, ReactNode } from 'react'
import { ApiError } from '#web/api/call.ts'
import type { Stored } from '#web/api/resource.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { FootBar } from '#web/components/FootBar.tsx'
import { Conflict, focusOnChoice } from '#web/forms/conflicts/Conflict.tsx'
import { DeletedWarning } from '#web/forms/conflicts/DeletedWarning.tsx'
import { LeaveDialog } from '#web/forms/LeaveDialog.tsx'
import { TellReplaced } from '#web/forms/replaced-image.ts'
import { useUnsavedChangesPrompt } from '#web/forms/unsaved-changes-prompt.ts'
import type { Fields } from '#web/forms/useForm.ts'
import { wayBack } from '#web/lists/list-state.ts'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { returnState } from '#web/router/location-state.ts'
import { DraftOffer, DraftRestored } from './DraftNote.tsx'
import { fittingThree, isForNext, NextButton } from './Next.tsx'
import { tellDiscarded } from './notices.ts'
import { type EditorConfig, useEditor } from './useEditor.ts'

type EditorProps<Item extends Stored, Input extends object> = EditorConfig<Item, Input> & {
  saveLabel: string
  /** The heading of the page; `item` is the record that the input began from, if one is edited. */
  head: (item: (Item & Input) | undefined, isTyped: boolean) => ReactNode
  /** Shown instead of the form when the record was deleted before anything was typed. */
  lost?: ReactNode
  children: (field: Fields<Input>, item: (Item & Input) | undefined) => ReactNode
}

/** A form over the contract's own schema, for a new record or a stored one. */
export function Editor<Item extends Stored, Input extends object>(props: EditorProps<Item, Input>) {
  const { config, resource, next, isDeleted, saveLabel, head, lost, children } = props
  const editor = useEditor(props)
  const { state, form, item, isBusy, isUnsaved, isSent, gone, failure } = editor
  const { to: doneTo } = wayBack(config)
  // Once it is sent, a save belongs to the app; but not beyond the end of its tab.
  const leaving = useUnsavedChangesPrompt({ isAsking: isUnsaved && !isSent, isUnsaved })
  if (isDeleted && !state.item && !state.base) return lost

  function submit(event: FormEvent) {
    event.preventDefault()
    const open = editor.submit(isForNext(event))
    if (open !== undefined) focusOnChoice(open)
  }

  const kept = state.keeper.where()

  /** Leaves the form and discards its input. */
  function discard() {
    const bringBack = editor.discard()
    if (kept) tellDiscarded(bringBack)
  }

  return (
    <>
      {head(item, state.item !== undefined)}
      <form ref={form.element} noValidate onSubmit={submit}>
        {state.offered && <DraftOffer one={config.one} at={state.offered.at} onContinue={editor.takeUp} onDiscard={editor.decline} />}
        {state.restored && <DraftRestored lost={state.restored.draft.lost} onDiscard={editor.startOver} />}
        <TellReplaced value={editor.followReplacement}>{children(form.field, item)}</TellReplaced>
        {state.conflict && (
          <Conflict
            key={item?.version}
            one={config.one}
            choices={state.conflict.choices}
            listing={resource.listing}
            onChoose={editor.choose}
          />
        )}
        <FootBar>
          {gone && (
            <DeletedWarning one={config.one} {...gone} isBusy={isBusy} onRestore={editor.restoreAndSave} onSaveAsNew={editor.saveAsNew} />
          )}
          {failure && !gone && !isBusy && <Alert text={failure.text} reason={reason(failure.error)} />}
          {editor.kept && (
            <p role="status" className="mb-3 text-ink-2">
              {editor.kept}
            </p>
          )}
          <div className={`flex flex-wrap gap-2 ${next ? fittingThree : ''}`}>
            <Button type="submit" look={gone ? 'plain' : 'primary'} aria-disabled={isBusy}>
              {isBusy ? 'Saving Changes...' : saveLabel}
            </Button>
            {next && <NextButton label={next.label} isBusy={isBusy} />}
            <ButtonLink look="quiet" to={doneTo} state={returnState} onClick={isSent ? editor.cancel : undefined}>
              Cancel
            </ButtonLink>
          </div>
        </FootBar>
        {leaving.isAsked && (
          <LeaveDialog
            fate={fates[kept ?? 'nowhere']}
            onStay={leaving.stay}
            onKeep={kept && (() => leaving.go())}
            onDiscard={() => leaving.go(discard)}
          />
        )}
      </form>
    </>
  )
}

/** The message about the draft when the user leaves its form, by the draft's storage. */
const fates = {
  server: 'Your changes are kept as a draft for a week. You can open it on any computer, and only you can see it.',
  tab: 'Your changes are kept as a draft until you close this tab.',
  nowhere: "This browser has no space left, so your changes can't be kept as a draft.",
}

/** The server's sentence, and its messages for fields: some may have no input here. */
function reason(error: Error) {
  if (!(error instanceof ApiError)) return undefined
  const messages = Object.entries(error.fields)
  return (
    <>
      {error.sentence}
      {messages.map(([name, message]) => message !== error.sentence && <p key={name}>{message}</p>)}
    </>
  )
}
