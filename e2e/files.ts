import type { Locator } from '@playwright/test'
import { picture } from '#testing/pictures.ts'

/** A file as a person would pick or drop it. */
export type TestFile = { name: string; mimeType: string; buffer: Buffer }

/** A picture of its own, tall as a poster. */
export async function poster(name: string): Promise<TestFile> {
  return { name, mimeType: 'image/png', buffer: await picture('png', { width: 400, height: 600 }) }
}

export const text = (name: string, content: string, mimeType = 'text/plain'): TestFile => ({ name, mimeType, buffer: Buffer.from(content) })

/** Drops files on an element as if they came from the desktop. */
export async function drop(target: Locator, files: TestFile[]): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, content: buffer.toString('base64') }))
  const dataTransfer = await target.page().evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, content } of given)
      transfer.items.add(new File([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], name, { type: mimeType }))
    return transfer
  }, sent)
  await target.dispatchEvent('dragover', { dataTransfer })
  await target.dispatchEvent('drop', { dataTransfer })
}
