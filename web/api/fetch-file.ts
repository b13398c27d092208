import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf } from './address.ts'
import { ApiError, type Input, openAnswer, unreachable } from './call.ts'
import { csvSeparator } from './csv-separator.ts'

/** The files that the server makes of an answer. */
export type FileFormat = 'csv' | 'xlsx' | 'ics'

const types: Record<FileFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ics: 'text/calendar',
}

/** Returns the answer to a call as a file, under the name that the server gives it. However long it takes, as long as the session lasts. */
export async function fetchFile(endpoint: Endpoint, { params, query }: Input, format: FileFormat): Promise<File> {
  const separator = format === 'csv' && csvSeparator() !== ',' ? { separator: csvSeparator() } : {}
  return openAnswer(addressOf(endpoint.path, params, { ...query, ...separator }), types[format], async (response) => {
    const name = nameIn(response.headers.get('content-disposition') ?? '') ?? `list.${format}`
    return new File([await response.blob()], name)
  }).catch((cause: unknown) => {
    throw cause instanceof ApiError ? cause : unreachable(cause)
  })
}

/** The file name in a `Content-Disposition`, in its own letters where the header has these. */
function nameIn(header: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''(\S+)/.exec(header) ?? []
  return encoded === undefined ? /filename="([^"]+)"/.exec(header)?.[1] : decodeURIComponent(encoded)
}
