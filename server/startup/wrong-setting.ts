/** A setting that can't be used; the message names the variable. */
export class WrongSetting extends Error {}
