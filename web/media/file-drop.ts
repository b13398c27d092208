import { type DragEvent, useState } from 'react'

/** Lets files be dropped on an element. `isOver` while some are held above it. */
export function useFileDrop(onDrop: (files: FileList, transfer: DataTransfer) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    zone: {
      onDragOver(event: DragEvent) {
        if (!isInside(event) || !holdsFiles(event.nativeEvent)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setIsOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setIsOver(false)
      },
      onDrop(event: DragEvent) {
        if (!isInside(event) || !holdsFiles(event.nativeEvent)) return
        event.preventDefault()
        setIsOver(false)
        onDrop(event.dataTransfer.files, event.dataTransfer)
      },
    },
  }
}

/** React passes on the events of a dialog that the element opens: such a dialog lies elsewhere in the page. */
const isInside = ({ target, currentTarget }: DragEvent) => target instanceof Node && currentTarget.contains(target)

/** A file dropped beside a drop zone would replace the page, and lose unsaved input. */
export function ignoreStrayFiles() {
  addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !holdsFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  })
  addEventListener('drop', (event) => {
    if (holdsFiles(event)) event.preventDefault()
  })
}

const holdsFiles = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
