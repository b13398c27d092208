import { Eraser, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { usePerson } from '#web/api/person.ts'
import type { Stored } from '#web/api/resource.ts'
import { Button } from '#web/components/Button.tsx'
import { counted } from '#web/components/format-count.ts'
import { Question } from '#web/components/Question.tsx'
import { BarFrame, type BarProps } from '#web/lists/selection/BarFrame.tsx'
import { erasing, outOfTrash } from '#web/lists/selection/bulk-actions.ts'
import { DownloadSelection } from '#web/lists/selection/DownloadSelection.tsx'
import { removeAll } from '#web/lists/selection/removal.ts'

/** The bar of selected records in the trash, which restores them; super users may erase them. */
export function TrashBar<Item extends Stored>(props: BarProps<Item>) {
  const { target, selection } = props
  const isSuperUser = usePerson()?.isSuperUser ?? false
  // The records at the time of the question: later changes by others are not part of the answer.
  const [asked, setAsked] = useState<readonly Item[]>()

  function erase(items: readonly Item[]) {
    setAsked(undefined)
    void removeAll(erasing(target, items), props)
  }

  return (
    <>
      <BarFrame
        {...props}
        buttons={
          <>
            <Button onClick={() => void removeAll(outOfTrash(target, selection.items), props)} Icon={RotateCcw}>
              Restore
            </Button>
            {isSuperUser && (
              <Button onClick={() => setAsked(selection.items)} Icon={Eraser}>
                Erase
              </Button>
            )}
          </>
        }
        icons={<DownloadSelection {...props} />}
      />
      {asked && (
        <Question
          title={`Permanently erase ${counted(asked.length, target.noun)}?`}
          more="This also erases all earlier versions and can't be undone."
          onCancel={() => setAsked(undefined)}
        >
          <Button onClick={() => setAsked(undefined)}>Cancel</Button>
          <Button look="danger" onClick={() => erase(asked)}>
            Erase permanently
          </Button>
        </Question>
      )}
    </>
  )
}
