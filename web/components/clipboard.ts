/** Puts a text on the clipboard; `false` where a browser lets the page do no such thing, as over plain HTTP from another computer. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.error('Copying failed', error)
    return false
  }
}
