import { WrongSetting } from '#server/errors.ts'

/**
 * Returns the time at which the chain's day ends (`HH:mm`, `DAY_ENDS_AT`): a show after midnight belongs to the evening before. Throws a `WrongSetting`
 * for a time after 06:00. Like `TZ`, the setting applies to the whole process.
 */
export function dayEndsAt(env: Record<string, string | undefined> = process.env): string {
  const setting = env.DAY_ENDS_AT?.trim() || '00:00'
  if (!/^0[0-5]:[0-5]\d$|^06:00$/.test(setting))
    throw new WrongSetting(`DAY_ENDS_AT must be a time from 00:00 to 06:00, such as 03:00, not "${setting}".`)
  return setting
}
