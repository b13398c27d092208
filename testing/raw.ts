import { connect } from 'node:net'

/** The answer on one connection: the head as received, its parts, and the body's text. */
export type RawAnswer = { status: number; head: string; headers: Record<string, string>; body: string }

/** Sends raw bytes that no client would send. Returns the data received until the server hangs up (`status` 0 for none). */
export async function sendRaw(port: number, text: string, host = '127.0.0.1'): Promise<RawAnswer> {
  const socket = connect(port, host)
  socket.on('error', () => {})
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  const [head = '', body = ''] = answer.split(/\r\n\r\n([\s\S]*)/)
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/:\s*([\s\S]*)/) as [string, string])
  return {
    head,
    body,
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  }
}
