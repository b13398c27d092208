import { isIPv6 } from 'node:net'

/** An address without the port and the brackets that some proxies write with it. */
export const withoutPort = (address: string): string =>
  address.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/**
 * Returns the network that counts as one place: an IPv4 address, or the /64 of an IPv6 address. The holder of one of a /64's 2^64 addresses
 * has them all (RFC 6177). The `prefix` 48 is the size that a provider assigns to one site. An IPv4 address in IPv6 notation counts as IPv4.
 */
export function networkOf(written: string, prefix: 48 | 64 = 64): string {
  const address = withoutPort(written)
  if (!isIPv6(address)) return address
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff' && high !== undefined && low !== undefined) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups.slice(0, prefix / 16).join(':')}::/${prefix}`
}
