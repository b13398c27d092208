import { useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'

type EraseDialogProps<Item extends Stored> = {
  collection: Collection<Item>
  item: Item
  /** Also once it was erased, when it may be closed already. */
  onClose: () => void
}

/** Asks the user to type the name of the item that is erased for good, to prevent mistakes. */
export function EraseDialog<Item extends Stored>({ collection, item, onClose }: EraseDialogProps<Item>) {
  const id = useId()
  const name = collection.nameOf(item)
  const [typed, setTyped] = useState('')
  const isNamed = asShown(typed) === asShown(name)
  const { mutateAsync, error } = collection.useErase()
  // Not that of the mutation, which comes a moment later: a second Enter would get in between.
  const [isBusy, setIsBusy] = useState(false)
  const isHere = useIsMounted()

  async function erase() {
    setIsBusy(true)
    try {
      await mutateAsync(item)
      notify({ about: { name }, text: 'was permanently erased.' })
      onClose()
    } catch (failure) {
      console.error('An item could not be erased', failure)
      setIsBusy(false)
      if (!isHere()) notifyFailure("couldn't be erased.", failure, { about: { name } })
    }
  }

  return (
    <Dialog title={`Permanently erase ${collection.nameInText(item)}?`} onClose={onClose} width="w-[min(480px,calc(100vw-32px))]">
      <form
        className="p-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isNamed && !isBusy) void erase()
        }}
      >
        {error && <Alert text="The item couldn't be erased." reason={reasonOf(error)} />}
        <p className="mb-4">This also erases all earlier versions and can't be undone.</p>
        <label htmlFor={id} className="mb-1 block font-[550]">
          To confirm, type the name: <bdi className="select-all">{name}</bdi>
        </label>
        <input id={id} className="input" dir="auto" autoComplete="off" value={typed} onChange={({ target }) => setTyped(target.value)} />
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" aria-disabled={!isNamed || isBusy}>
            {isBusy ? 'Erasing...' : 'Erase permanently'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** As a browser shows and copies it, where two spaces are one. */
const asShown = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim()
