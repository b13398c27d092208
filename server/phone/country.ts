import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min'
import { WrongSetting } from '#server/errors.ts'
import { countryOfZone } from './zones.ts'

/**
 * Returns the country of numbers without a calling code: `PHONE_COUNTRY`, else the country of the chain's time zone, if the zone belongs to one.
 * Throws a `WrongSetting` for an unknown country. Like `TZ`, the setting applies to the whole process.
 */
export function phoneCountry(env: Record<string, string | undefined> = process.env): CountryCode | undefined {
  const setting = env.PHONE_COUNTRY?.trim().toUpperCase() ?? ''
  const zone = env.TZ?.trim().replace(/^:/, '') ?? ''
  const key = `${setting} ${zone}`
  if (key !== known.key) known = { key, country: countryOf(setting, zone) }
  return known.country
}

let known: { key: string; country: CountryCode | undefined } = { key: '', country: undefined }

function countryOf(setting: string, zone: string): CountryCode | undefined {
  if (setting === 'NONE') return undefined
  if (setting === '') return countryOfZone(/^\w/.test(zone) ? zone : new Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (!isSupportedCountry(setting))
    throw new WrongSetting(`PHONE_COUNTRY must be a two-letter country code, such as AT, or none, not "${setting}".`)
  return setting
}
