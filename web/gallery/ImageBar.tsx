import { Captions, Download } from 'lucide-react'
import { type Image, ImageTexts } from '#contract/images.ts'
import { IconButton } from '#web/components/Button.tsx'
import { counted } from '#web/components/format-count.ts'
import { SetManyButton } from '#web/forms/SetManyButton.tsx'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { changing } from '#web/lists/selection/bulk-actions.ts'
import { runBulkAction } from '#web/lists/selection/run-bulk-action.ts'
import { SelectionBar } from '#web/lists/selection/SelectionBar.tsx'
import { AltFields } from './AltFields.tsx'
import { downloadImages } from './download-images.ts'

type Texts = { altText: string; decorative: boolean }

/** The bar of selected images, which sets their alt text and downloads their files. */
export function ImageBar(props: BarProps<Image>) {
  const { target, selection } = props

  function set(images: readonly Image[], texts: Texts) {
    const others = images.filter(({ altText, decorative }) => altText !== texts.altText || decorative !== texts.decorative)
    const done = (count: number) => `The alt text of ${counted(count, 'image')} was set.`
    void runBulkAction(changing(target, others, texts, { doing: 'Setting alt text', done }))
  }

  return (
    <SelectionBar
      {...props}
      download={<IconButton label="Download image files" onClick={() => void downloadImages(selection.items)} Icon={Download} />}
    >
      <SetManyButton
        items={selection.items}
        label="Set alt text"
        Icon={Captions}
        titleOf={({ length }) => `Set alt text of ${counted(length, 'image')}`}
        schema={ImageTexts}
        blank={{ altText: '', decorative: false }}
        onSet={set}
      >
        {(field) => <AltFields altText={field('altText')} decorative={field('decorative')} />}
      </SetManyButton>
    </SelectionBar>
  )
}
