import type { Endpoint } from '#contract/endpoint.ts'
import type { ListQuery } from './address.ts'
import type { FileFormat } from './fetch-file.ts'

/** Returns a function that fetches the whole list of an endpoint as a file. Its code loads with the first file. */
export const fileOf =
  (endpoint: Endpoint) =>
  async (query: ListQuery, format: FileFormat): Promise<File> =>
    (await import('./fetch-file.ts')).fetchFile(endpoint, { query }, format)
