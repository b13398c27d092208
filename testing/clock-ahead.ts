/** Loaded before a server: shifts its clock by `CLOCK_AHEAD` milliseconds, ahead of the machine's clock or behind it. */
const ahead = Number(process.env.CLOCK_AHEAD)
const machine = Date

globalThis.Date = class extends machine {
  constructor(...parts: []) {
    super(...((parts.length === 0 ? [machine.now() + ahead] : parts) as []))
  }

  static override now(): number {
    return machine.now() + ahead
  }
} as DateConstructor
