/** What a call answers: its body, and of a list how many there are in all and the cursor of what follows. */
export type ParsedAnswer = { json: unknown; total: number; next: string | undefined }

/** Reads a successful answer. Throws the error of `fetch` when the connection breaks, and a `SyntaxError` for invalid JSON. */
export async function readAnswer(response: Response): Promise<ParsedAnswer> {
  const json: unknown = response.status === 204 ? null : await response.json()
  return { json, total: totalOf(response.headers), next: nextOf(response.headers.get('link')) }
}

/** The total count, plus one when the relation is `gte` because there are more items: see `Page`. */
const totalOf = (headers: Headers) => Number(headers.get('x-total-count') ?? 0) + (headers.get('x-total-count-relation') === 'gte' ? 1 : 0)

/** The cursor in `<…?after=…>; rel="next"`. */
function nextOf(link: string | null): string | undefined {
  const address = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1]
  return address === undefined ? undefined : (new URL(address, location.origin).searchParams.get('after') ?? undefined)
}
