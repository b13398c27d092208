/**
 * Returns the target of a link that the mail filter of Proofpoint has rewritten; `undefined` for other links. Version 2 writes `-3A` for `%3A` and
 * `_` for `/`. Version 3 writes `*` for some characters, and lists these in Base64: `/v3/__https://youtu.be/x*t=9__;Iw!!`.
 */
export function defendedTarget({ hostname, pathname, searchParams, href }: URL): string | undefined {
  if (!/^urldefense\.(?:proofpoint\.)?(?:com|us)$/.test(hostname)) return undefined
  if (pathname.startsWith('/v2/')) {
    const encoded = searchParams.get('u')?.replaceAll('-', '%').replaceAll('_', '/')
    return new URLSearchParams(`u=${encoded}`).get('u') ?? undefined
  }
  const [, written, replaced = ''] = /\/v3\/__(.+?)__;([\w-]*)!/.exec(href) ?? []
  const characters = charactersIn(replaced)
  return written
    ?.replace(/^(https?:\/)(?=[^/])/i, '$1/')
    .replace(/\*(?:\*(.))?/g, (_, length?: string) => characters.splice(0, length ? lengths.indexOf(length) + 2 : 1).join(''))
}

/** The lengths of a run of replaced characters: `**A` stands for two of them. */
const lengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function charactersIn(base64: string): string[] {
  try {
    const bytes = atob(base64.replaceAll('-', '+').replaceAll('_', '/'))
    return [...new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))]
  } catch {
    return []
  }
}
