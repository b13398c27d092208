import { BlockList, isIP } from 'node:net'
import type { Config } from '#server/config.ts'
import { withoutPort } from './network.ts'

/** Returns whether `address` is a trusted proxy `hop` steps away; 0 is the client that connects to this server. */
export type IsProxy = (address: string, hop: number) => boolean

/** Interprets `TRUST_PROXY`: a number of proxies, counted from this server outwards, or the addresses of the proxies. */
export function proxies(trusted: Config['trustProxy']): IsProxy {
  if (trusted === false) return () => false
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  const addresses = new BlockList()
  for (const each of trusted) {
    const [address = '', prefix] = each.split('/')
    if (prefix === undefined) addresses.addAddress(address, familyOf(address))
    else addresses.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (written) => {
    const address = withoutPort(written)
    return addresses.check(address, familyOf(address))
  }
}

/** A list of one family also answers for IPv4 addresses that are written as IPv6 (`::ffff:10.0.0.1`), as sockets do. */
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
