import type { ReactNode } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { BarFrame, type BarProps } from './BarFrame.tsx'
import { DeleteButton } from './DeleteButton.tsx'
import { DownloadSelection } from './DownloadSelection.tsx'

type SelectionBarProps<Item extends Stored> = BarProps<Item> & {
  /** The buttons of the list's own actions, with words and with icons. */
  children?: ReactNode
  icons?: ReactNode
  /** The button that downloads the selected records. */
  download?: ReactNode
}

/** The bar of the selected records of a list: its own actions, and those that every list has. */
export function SelectionBar<Item extends Stored>({ children, icons, download, ...props }: SelectionBarProps<Item>) {
  return (
    <BarFrame
      {...props}
      buttons={children}
      icons={
        <>
          <DeleteButton {...props} />
          {download ?? <DownloadSelection {...props} />}
          {icons}
        </>
      }
    />
  )
}
