/** Still to come. */
export function Closure() {
  return null
}
