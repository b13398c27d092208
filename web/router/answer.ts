/** What a call answers: its body, and of a list how many there are in all and the cursor of what follows. */
export type Answered = { json: unknown; total: number; next: string | undefined }

/** Reads an answer that succeeded. Throws what `fetch` throws where it is cut off, and a `SyntaxError` for what is no JSON. */
export async function readAnswer(response: Response): Promise<Answered> {
  const json: unknown = response.status === 204 ? null : await response.json()
  return { json, total: Number(response.headers.get('x-total-count') ?? 0), next: nextOf(response.headers.get('link')) }
}

/** The cursor in `<…?after=…>; rel="next"`. */
function nextOf(link: string | null): string | undefined {
  const address = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1]
  return address === undefined ? undefined : (new URL(address, location.origin).searchParams.get('after') ?? undefined)
}
