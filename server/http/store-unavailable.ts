import { isUntrustedCertificate } from '#server/db/postgres/tls.ts'

/**
 * The picture store can't be used now: it is down or slow, refuses, or breaks off its answer. The message names the request and its
 * outcome. `reason` is S3's error code (`NoSuchBucket`, ...), the network's (`ECONNREFUSED`, ...), or a description of the unexpected answer.
 */
export class StoreUnavailable extends Error {
  readonly reason: string
  constructor(asked: string, reason: string, options?: ErrorOptions) {
    super(`The store with the pictures doesn't answer as it should (${asked}: ${reason})`, options)
    this.reason = reason
  }
}

/** Returns why the store can't be used, in words that name what to check; `name` is the setting that holds its address. */
export function storeFailure({ reason }: StoreUnavailable, name = 'MEDIA_URL'): string {
  switch (reason) {
    case 'InvalidAccessKeyId':
      return `the store at ${name} does not know AWS_ACCESS_KEY_ID.`
    case 'SignatureDoesNotMatch':
      return `the store at ${name} refuses: AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is wrong.`
    case 'InvalidToken':
    case 'ExpiredToken':
      return `the store at ${name} refuses: AWS_SESSION_TOKEN is wrong or over.`
    case 'AccessDenied':
      return `AWS_ACCESS_KEY_ID may not use the bucket in ${name}.`
    case 'NoSuchBucket':
    case 'InvalidBucketName':
      return `the store at ${name} has no bucket of that name.`
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return `the bucket in ${name} is in another region: name that there, or in AWS_REGION.`
    case 'RequestTimeTooSkewed':
      return `this machine's clock is too far from that of the store at ${name}.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${name} names a host that is not known.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of the store at ${name} was made for another host name. Write the host as it is called there.`
    default:
      if (isUntrustedCertificate(reason))
        return `the certificate of the store at ${name} isn't believed (${reason}). NODE_EXTRA_CA_CERTS must name a file with the CA that it comes from.`
      return `the store at ${name} doesn't answer as it should (${reason}).`
  }
}
