/** The most steps of the axis above 0. */
const most = 4

/** Returns the values of an axis from 0 to at least `greatest`, in steps of 1, 2 or 5 times a power of ten. */
export function axisOf(greatest: number): number[] {
  for (let size = 1; ; size *= 10) {
    for (const step of [size, 2 * size, 5 * size]) {
      const steps = Math.max(1, Math.ceil(greatest / step))
      if (steps <= most) return Array.from({ length: steps + 1 }, (_, at) => at * step)
    }
  }
}
