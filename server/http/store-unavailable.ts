import { isUntrustedCertificate } from '#server/db/postgres/tls.ts'

/**
 * The picture store can't be used now: it is down or slow, refuses, or breaks off its answer. The message names the request and its
 * outcome. `reason` is S3's error code (`NoSuchBucket`, ...), the network's (`ECONNREFUSED`, ...), or a description of the unexpected answer.
 */
export class StoreUnavailable extends Error {
  readonly reason: string
  constructor(asked: string, reason: string, options?: ErrorOptions) {
    super(`The image store returned an unexpected response (${asked}: ${reason})`, options)
    this.reason = reason
  }
}

/** Returns why the store can't be used, in words that name what to check; `name` is the setting that holds its address. */
export function storeFailure({ reason }: StoreUnavailable, name = 'MEDIA_URL'): string {
  switch (reason) {
    case 'InvalidAccessKeyId':
      return `the store at ${name} does not recognize AWS_ACCESS_KEY_ID.`
    case 'SignatureDoesNotMatch':
      return `the store at ${name} refused access: AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is wrong.`
    case 'InvalidToken':
    case 'ExpiredToken':
      return `the store at ${name} refused access: AWS_SESSION_TOKEN is wrong or expired.`
    case 'AccessDenied':
      return `AWS_ACCESS_KEY_ID has no access to the bucket in ${name}.`
    case 'NoSuchBucket':
    case 'InvalidBucketName':
      return `the store at ${name} has no bucket with that name.`
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return `the bucket in ${name} is in another region. Set the region there or in AWS_REGION.`
    case 'RequestTimeTooSkewed':
      return `the clocks of this machine and of the store at ${name} differ too much.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${name} names an unknown host.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of the store at ${name} is for another host name. Use the host name in the certificate.`
    default:
      if (isUntrustedCertificate(reason))
        return `the certificate of the store at ${name} is not trusted (${reason}). Set NODE_EXTRA_CA_CERTS to a file with the CA certificate.`
      return `the store at ${name} returned an unexpected response (${reason}).`
  }
}
