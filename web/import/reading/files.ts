import { limits } from '#web/import/limits.ts'
import { checkRows } from '#web/import/running/checking.ts'
import type { Job } from '#web/import/running/job.ts'
import { onlyImages } from '#web/media/image-files.ts'
import { decode, type Problem } from './decode.ts'
import { readTable, type Table } from './table.ts'

/** Files that file managers keep in every folder. */
const isHidden = ({ name }: File) => name.startsWith('.') || /^(?:thumbs\.db|desktop\.ini)$/i.test(name)

/** Reads dropped or chosen files into an import: at most one table, and pictures. */
export async function readFiles(job: Job, all: readonly File[]): Promise<void> {
  job.dispatch({ kind: 'problem', problem: undefined })
  const files = all.filter((file) => !isHidden(file))
  const pictures = await onlyImages(files)
  const [table, ...others] = files.filter((file) => !pictures.includes(file))
  const problem = await refusal(job, { table, others, pictures })
  if (problem !== undefined) return job.dispatch({ kind: 'problem', problem })
  if (pictures.length > 0) job.dispatch({ kind: 'pictures', files: pictures })
  checkRows(job)
}

type Found = { table: File | undefined; others: readonly File[]; pictures: readonly File[] }

/** Reads the table. Returns the sentence about a failure. */
async function refusal(job: Job, { table, others, pictures }: Found): Promise<string | undefined> {
  const { imageField, imagesField } = job.state.get().target
  const takesPictures = (imageField ?? imagesField) !== undefined
  if (others.length > 0) return `Choose one table at a time. There are ${others.length + 1} files besides the pictures.`
  if (!table && pictures.length === 0) return 'No table and no pictures were found. Choose a CSV file or a folder of pictures.'
  if (pictures.length > 0 && !takesPictures) return 'These records have no pictures. Choose a CSV file, or paste the rows.'
  if (!table) return undefined
  const found = await readFile(table)
  if ('problem' in found) return `${table.name}: ${found.problem}`
  begin(job, table.name, found)
  return undefined
}

/** Another table is another import, with an Undo of its own. */
function begin(job: Job, source: string, { rows }: Table): void {
  job.batch.set(undefined)
  job.dispatch({ kind: 'table', source, rows })
}

async function readFile(file: File): Promise<Table | Problem> {
  if (file.size > limits.bytes)
    return {
      problem: `This file has ${megabytes(file.size)} MB, and a table has at most ${megabytes(limits.bytes)} MB. Split the table, and import the parts one after another.`,
    }
  try {
    const decoded = decode(new Uint8Array(await file.arrayBuffer()))
    return 'problem' in decoded ? decoded : await readTable(decoded.text)
  } catch (error) {
    console.error('A table could not be read', error)
    return { problem: "This file couldn't be read. Choose the file again." }
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)

/** Reads rows that were pasted from a spreadsheet. */
export async function readPasted(job: Job, text: string): Promise<void> {
  job.dispatch({ kind: 'problem', problem: undefined })
  const found =
    text.length > limits.bytes
      ? { problem: 'These are too many rows. Save the table as a CSV file.' }
      : await readTable(text.replace(/\r\n?/g, '\n'))
  if ('problem' in found) return job.dispatch({ kind: 'problem', problem: found.problem })
  begin(job, 'Pasted rows', found)
  checkRows(job)
}
