import type { Message } from '#contract/live.ts'

export type Event = { id: number; message: Message }

/**
 * Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) as far as our server makes use of them, until the
 * stream ends. The browser's own `EventSource` can't send a token. `onLife` hears of everything that comes.
 */
export async function readEvents(body: ReadableStream<Uint8Array>, onEvent: (event: Event) => void, onLife: () => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onLife()
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      if (data !== undefined) onEvent({ id: Number(field('id')), message: JSON.parse(data) as Message })
    }
  }
}
