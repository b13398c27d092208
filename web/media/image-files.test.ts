import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { onlyImages } from './image-files.ts'

const samples = join(import.meta.dirname, '../../testing/images')
const isSent = async (bytes: Uint8Array | string, name: string, type = '') =>
  (await onlyImages([new File([bytes as BlobPart], name, { type })])).length === 1

describe('the browser sends', () => {
  test('images of every kind, whatever their name and type', async () => {
    for (const name of await readdir(samples)) {
      const bytes = await readFile(join(samples, name))
      for (const [shown, type] of [
        [name, ''],
        ['scan', ''],
        ['scan.txt', 'text/plain'],
        ['scan.bin', 'application/octet-stream'],
      ] as const)
        assert.ok(await isSent(bytes, shown, type), `${name} as ${shown}`)
    }
  })

  test('what is called an image, so that the server says what is wrong with it', async () => {
    assert.ok(await isSent('', 'IMG_0001.HEIC'))
    assert.ok(await isSent('popcorn', 'poster.png', 'image/png'))
  })

  test('nothing else, and what is left in its order', async () => {
    assert.ok(!(await isSent('popcorn', 'notes.txt', 'text/plain')))
    assert.ok(!(await isSent('%PDF-1.7', 'letter.pdf', 'application/pdf')))
    assert.ok(!(await isSent('', 'empty')))
    assert.ok(!(await isSent('popcorn', 'notes.png', 'text/plain')))
    assert.ok(!(await isSent('BMX tracks', 'notes')))
    assert.ok(!(await isSent('\0\0\0\x18ftypmp42', 'film.mp4', 'video/mp4')))
    const files = [new File(['x'], 'a.png'), new File(['x'], 'b.txt'), new File(['x'], 'c.jpg')]
    assert.deepEqual(
      (await onlyImages(files)).map(({ name }) => name),
      ['a.png', 'c.jpg'],
    )
  })

  test('no folder, which cannot be read', async () => {
    const folder = new File([], 'holiday')
    folder.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) as unknown as Blob
    assert.deepEqual(await onlyImages([folder]), [])
  })
})
