/** The SHA-256 of a file in hexadecimal digits; `undefined` where the browser can't compute it, because the product is reached without TLS. */
export async function hashOf(file: File): Promise<string | undefined> {
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle) return undefined
  const known = hashes.get(file)
  if (known !== undefined) return known
  const bytes = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  const hash = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  hashes.set(file, hash)
  return hash
}

const hashes = new WeakMap<File, string>()
