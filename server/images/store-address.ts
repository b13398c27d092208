import { WrongSetting } from '#server/errors.ts'

/** An S3 store, and the keys that sign its requests. */
export type StoreAddress = {
  /** The display name: `s3://bucket/prefix`. */
  title: string
  /** The bucket's own address, without a slash at its end. */
  bucket: string
  /** The prefix of each name in the bucket: empty, or with a slash at its end. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

type Environment = Record<string, string | undefined>

const bucketName = /^[\w.-]{3,63}$/
const prefixName = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/
const regionName = /^[\w-]+$/

export const isStoreAddress = (value: string): boolean => value.startsWith('s3://')

/**
 * Reads `s3://bucket/prefix?endpoint=https://host&region=name` and its `AWS_...` variables. Throws a `WrongSetting`;
 * `name` is the setting's name in its sentence.
 */
export function storeAddress(value: string, env: Environment, name = 'MEDIA_URL'): StoreAddress {
  const text = (variable: string) => env[variable]?.trim() ?? ''
  const given = isStoreAddress(value) && URL.canParse(value) ? new URL(value) : undefined
  const bucket = given?.host ?? ''
  const path = given?.pathname.replace(/^\/|\/$/g, '') ?? ''
  const endpoint = given?.searchParams.get('endpoint') ?? ''
  const region = given?.searchParams.get('region') || text('AWS_REGION') || (endpoint && 'us-east-1')
  const isSound =
    given?.username === '' &&
    given.hash === '' &&
    bucketName.test(bucket) &&
    (path === '' || prefixName.test(path)) &&
    (endpoint === '' || isEndpoint(endpoint)) &&
    [...given.searchParams.keys()].every((key) => key === 'endpoint' || key === 'region')
  // The value isn't repeated, because it may contain a password.
  if (!isSound)
    throw new WrongSetting(
      `${name} must be an address like s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1, with the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  if (!regionName.test(region)) throw new WrongSetting(`${name} or AWS_REGION must name the region of the bucket, such as eu-central-1.`)
  return {
    title: `s3://${bucket}${path && `/${path}`}`,
    bucket: endpoint ? `${endpoint.replace(/\/$/, '')}/${bucket}` : amazons(bucket, region),
    prefix: path && `${path}/`,
    region,
    accessKeyId: required('AWS_ACCESS_KEY_ID', text('AWS_ACCESS_KEY_ID'), name),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY', text('AWS_SECRET_ACCESS_KEY'), name),
    sessionToken: text('AWS_SESSION_TOKEN') || undefined,
  }
}

function isEndpoint(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && search === '' && hash === ''
}

/** Returns Amazon's address of a bucket. Amazon's certificates cover one label before its own name, so not bucket names with dots. */
function amazons(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com`
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`
}

function required(variable: string, value: string, name: string): string {
  if (value === '') throw new WrongSetting(`${variable} is required for the store at ${name}.`)
  return value
}
