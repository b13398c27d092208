/** Parses CSV by RFC 4180, independently of the product. */
export function parseCsv(text: string): string[][] {
  const cells = [...text.replace('\ufeff', '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of cells) {
    rows.at(-1)?.push(quoted?.replace(/""/g, '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
