import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { WrongSetting } from '#server/errors.ts'
import { storeAddress } from './store-address.ts'

const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'swordfish' }
const there = 's3://bucket/chain?endpoint=https://s3.example.com&region=eu-central-1'

/** The request address of a file in such a store. */
const placeOf = (value: string, env = {}) => {
  const { bucket, prefix, region } = storeAddress(value, { ...keys, ...env })
  return `${bucket}/${prefix} in ${region}`
}

describe('MEDIA_URL leads to', () => {
  for (const [value, env, place] of [
    [there, {}, 'https://s3.example.com/bucket/chain/ in eu-central-1'],
    ['s3://bucket/chain/?endpoint=http://127.0.0.1:9000/', {}, 'http://127.0.0.1:9000/bucket/chain/ in us-east-1'],
    ['s3://My_Bucket?endpoint=https://host/storage/v1/s3', {}, 'https://host/storage/v1/s3/My_Bucket/ in us-east-1'],
    ['s3://bucket', { AWS_REGION: 'eu-west-1' }, 'https://bucket.s3.eu-west-1.amazonaws.com/ in eu-west-1'],
    ['s3://bucket/a/b?region=eu-north-1', { AWS_REGION: 'eu-west-1' }, 'https://bucket.s3.eu-north-1.amazonaws.com/a/b/ in eu-north-1'],
    ['s3://pictures.chain.example?region=eu-west-1', {}, 'https://s3.eu-west-1.amazonaws.com/pictures.chain.example/ in eu-west-1'],
  ] as const) {
    test(`${place}, as ${value}`, () => assert.equal(placeOf(value, env), place))
  }

  test('what people call it without its keys', () => {
    const { title, accessKeyId, secretAccessKey, sessionToken } = storeAddress(there, { ...keys, AWS_SESSION_TOKEN: ' token ' })
    assert.deepEqual([title, accessKeyId, secretAccessKey, sessionToken], ['s3://bucket/chain', 'key', 'swordfish', 'token'])
  })
})

describe('it is refused in one sentence that names the variable, and repeats nothing of it:', () => {
  for (const value of [
    'https://s3.example.com/bucket',
    's3://',
    's3:///chain',
    's3://ab',
    's3://bucket:9000',
    's3://key:swordfish@bucket',
    's3://bucket/a//b',
    's3://bucket/a b',
    's3://bucket/chain?endpoint=s3.example.com',
    's3://bucket/chain?endpoint=ftp://s3.example.com',
    's3://bucket/chain?endpoint=https://key:swordfish@s3.example.com',
    's3://bucket/chain?endpoint=https://s3.example.com?x=1',
    's3://bucket/chain?regoin=eu-central-1',
    's3://bucket/chain#there',
  ])
    test(value, () => {
      assert.throws(
        () => storeAddress(value, { ...keys, AWS_REGION: 'eu-west-1' }),
        (error: Error) =>
          error instanceof WrongSetting && /^MEDIA_URL must be [^\n]*$/.test(error.message) && !error.message.includes('swordfish'),
      )
    })

  for (const [missing, env] of [
    ['AWS_ACCESS_KEY_ID', { ...keys, AWS_ACCESS_KEY_ID: ' ' }],
    ['AWS_SECRET_ACCESS_KEY', { AWS_ACCESS_KEY_ID: 'key' }],
  ] as const)
    test(`without ${missing}`, () => {
      assert.throws(() => storeAddress(there, env), { message: `${missing} is required for the store at MEDIA_URL.` })
    })

  test('without an endpoint and a region', () => {
    assert.throws(() => storeAddress('s3://bucket', keys), { message: /^MEDIA_URL or AWS_REGION must name the region/ })
  })
})
