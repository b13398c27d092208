import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { prepareFolder, UnusableFolder } from './data-folder.ts'

async function folder(t: TestContext): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-folder-'))
  t.after(() => rm(dataDir, { recursive: true }))
  return dataDir
}

describe('a data folder is refused', () => {
  for (const name of ['media', 'incoming', 'copies'])
    test(`with a file in place of the folder ${name}`, async (t) => {
      const dataDir = await folder(t)
      await writeFile(join(dataDir, name), '')
      await assert.rejects(prepareFolder(dataDir), (error: Error) => {
        return error instanceof UnusableFolder && error.message.startsWith(`${join(dataDir, name)} must be a folder.`)
      })
    })

  for (const name of ['moviebox.sqlite', 'moviebox.sqlite-wal', 'moviebox.sqlite-shm', 'server.lock'])
    test(`with a folder in place of the file ${name}`, async (t) => {
      const dataDir = await folder(t)
      await mkdir(join(dataDir, name))
      await assert.rejects(prepareFolder(dataDir), (error: Error) => {
        return error instanceof UnusableFolder && error.message.startsWith(`${join(dataDir, name)} must be a file.`)
      })
    })
})

test('a data folder with what belongs there is taken, and one that is missing is made with the folders above it', async (t) => {
  const dataDir = await folder(t)
  for (const name of ['media', 'incoming', 'copies', 'backups']) await mkdir(join(dataDir, name))
  for (const name of ['moviebox.sqlite', 'moviebox.sqlite-wal', 'moviebox.sqlite-shm', 'server.lock'])
    await writeFile(join(dataDir, name), '')
  await prepareFolder(dataDir)
  await prepareFolder(join(dataDir, 'one', 'two'))
  await writeFile(join(dataDir, 'one', 'two', 'a file'), '')
})
