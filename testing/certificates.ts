import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A certificate and its key in PEM. */
export type Certificate = { cert: string; key: string }

/** Returns a new certification authority. `certify` issues a certificate for host names and addresses. */
export function newAuthority(name = 'Test CA'): { cert: string; certify: (...hosts: string[]) => Certificate } {
  const keys = newKeys()
  const certificate = (subject: string, key: KeyObject, extension: Buffer) =>
    pem('CERTIFICATE', signed(tbs(name, subject, key, extension), keys.privateKey))
  return {
    cert: certificate(name, keys.publicKey, extension('551d13', sequence(Buffer.from([0x01, 0x01, 0xff])))),
    certify(...hosts) {
      const own = newKeys()
      const names = hosts.map((host) =>
        isIPv4(host) ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host)),
      )
      return {
        cert: certificate(hosts[0] ?? '', own.publicKey, extension('551d11', sequence(...names))),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      }
    },
  }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

// A minimal X.509 encoder in DER (RFC 5280, 4.1): Node creates keys and signatures, but no certificates.

const tagged = (tag: number, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const identifier = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
const nameOf = (text: string) => sequence(tagged(0x31, sequence(identifier('550403'), tagged(0x0c, Buffer.from(text)))))
const moment = (days: number) => {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '')
  return tagged(0x17, Buffer.from(text.slice(2)))
}
const extension = (id: string, value: Buffer) => sequence(identifier(id), tagged(0x04, value))

/** Returns the signed part of a certificate, valid from yesterday until tomorrow. */
const tbs = (issuer: string, subject: string, key: KeyObject, extension: Buffer) =>
  sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1, ...randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(moment(-1), moment(1)),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extension)),
  )

const signed = (content: Buffer, key: KeyObject) =>
  sequence(content, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), sign('sha256', content, key)))

const pem = (what: string, der: Buffer) =>
  `-----BEGIN ${what}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END ${what}-----\n`
