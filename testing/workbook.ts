import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx'
import type { TestApp, Who } from './app.ts'
import { portOf } from './client.ts'

export const xlsx = { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }

export type Downloaded = { status: number; headers: Headers; sheets: Sheet[]; bytes: Uint8Array; error: string; code: string }

/** Downloads a list as a workbook and reads it with a library that isn't the writer's. */
export async function workbookOf(
  app: Pick<TestApp, 'app' | 'tokens'>,
  path: string,
  as: Who = 'staff',
  signal?: AbortSignal,
): Promise<Downloaded> {
  const authorization = as === 'nobody' ? {} : { authorization: `Bearer ${app.tokens[as]}` }
  const answer = await fetch(`http://127.0.0.1:${await portOf(app.app)}${path}`, {
    headers: { ...xlsx, ...authorization },
    ...(signal && { signal }),
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const { status, headers } = answer
  if (status !== 200)
    return { status, headers, sheets: [], bytes, ...(JSON.parse(new TextDecoder().decode(bytes)) as { error: string; code: string }) }
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return { status, headers, sheets, bytes, error: '', code: '' }
}

/** Returns the rows of a sheet below its headings, as objects by heading. */
export function rowsOf({ rows: [head = [], ...rows] }: Sheet): Record<string, CellValue>[] {
  return rows.map((row) => Object.fromEntries(head.map((heading, at) => [String(heading), row[at] ?? null])))
}
