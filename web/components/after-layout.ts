/**
 * Does `work` in the frame that shows `element`, once the browser has worked out where everything is. What asks for that any earlier, as the
 * focus and the scroll bar do, has it worked out before its time. Answers how to give it up.
 */
export function onceLaidOut(element: Element, work: () => void): () => void {
  const laidOut = new ResizeObserver(() => {
    laidOut.disconnect()
    work()
  })
  laidOut.observe(element)
  return () => laidOut.disconnect()
}
