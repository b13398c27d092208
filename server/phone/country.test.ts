import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getCountries } from 'libphonenumber-js/min'
import { phoneCountry } from './country.ts'
import { countryOfZone } from './zones.ts'

test('the country of phone numbers is the setting, else that of the time zone, else none', () => {
  for (const [env, country] of [
    [{ PHONE_COUNTRY: 'AT' }, 'AT'],
    [{ PHONE_COUNTRY: ' at\n', TZ: 'Europe/Berlin' }, 'AT'],
    [{ TZ: 'Europe/Berlin' }, 'DE'],
    [{ TZ: ':Asia/Kolkata' }, 'IN'],
    [{ TZ: 'Europe/Kyiv' }, 'UA'],
    [{ TZ: 'US/Eastern' }, 'US'],
    [{ PHONE_COUNTRY: 'none', TZ: 'Europe/Berlin' }, undefined],
    [{ TZ: 'UTC' }, undefined],
    [{ TZ: 'Etc/GMT+1' }, undefined],
    [{ TZ: 'CET' }, undefined],
  ] as const)
    assert.equal(phoneCountry(env), country, JSON.stringify(env))
  assert.throws(() => phoneCountry({ PHONE_COUNTRY: 'Austria' }), /PHONE_COUNTRY must be a two-letter country code/)
})

test('the time zones are those that Intl has for each country', () => {
  for (const country of getCountries().filter((each) => each !== 'TA')) {
    const zones = (new Intl.Locale(`und-${country}`) as unknown as { getTimeZones(): string[] }).getTimeZones()
    for (const zone of zones.filter((each) => !each.startsWith('Antarctica/'))) assert.equal(countryOfZone(zone), country, zone)
  }
})
