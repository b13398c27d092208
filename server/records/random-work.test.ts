import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { keepActivity } from '#server/audit/job.ts'
import { verifyActivity } from '#server/audit/verify.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { openDatabase } from '#server/db/open.ts'
import { verify } from '#server/db/verify.ts'
import { verifyPictures } from '#server/images/digests.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { derived } from '#testing/model/derived.ts'
import { Play } from '#testing/model/play.ts'
import { type Round, rounds, subjects } from '#testing/model/steps.ts'
import { picture } from '#testing/pictures.ts'

/**
 * Runs random work on the product and on a model of it in memory. A failure is reported as the shortest failing work, with its seed.
 * `WORK_MINUTES=5` runs for 5 minutes each, with a new seed every time; `WORK_SEED=…` repeats a run.
 */
const minutes = Number(process.env.WORK_MINUTES ?? 0)
const isLong = minutes > 0
const seed = Number(process.env.WORK_SEED ?? (isLong ? Date.now() % 2 ** 31 : 7))
const length = { rounds: isLong ? 150 : 60, runs: isLong ? 100_000 : 1 }
/** In milliseconds: to find the shortest work that fails takes a while. */
const timeout = (minutes + 2) * 60_000

let pictures: Uint8Array[]
before(async () => {
  pictures = await Promise.all([1, 2, 3, 4].map((colour) => picture('png', { width: 16, height: 16, colour })))
})

for (const [name, subject] of Object.entries(subjects)) {
  test(`whatever people do to ${name}, also at the same time, is as the model says, and every version comes back`, {
    timeout,
  }, async (t) => {
    const total = { asked: 0, done: 0, back: 0, refused: 0 }
    const property = fc.asyncProperty(rounds(subject, length.rounds), async (work) => {
      const { asked, done, back, refused } = await play(work)
      total.asked += asked
      total.done += done
      total.back += back
      total.refused += refused
    })
    await fc.assert(property, { seed, numRuns: length.runs, interruptAfterTimeLimit: isLong ? minutes * 60_000 : timeout / 2 })
    t.diagnostic(JSON.stringify({ seed, ...total }))
    assert.ok(total.done > total.asked / 3 && total.back > total.refused, `much of it could be done: ${JSON.stringify(total)}`)
  })
}

async function play(work: Round[]) {
  const app = await testApp()
  try {
    const play = await Play.begin(app, pictures)
    for (const [at, round] of work.entries()) {
      await play.round(round)
      if (at % 20 === 19) await play.look()
    }
    await play.look()
    const brought = await play.bringBackAll()
    await play.look()
    const { kept, anew } = await derived(app.db)
    assert.deepEqual(kept, anew, 'what is found and counted is what is there')
    await requireSound(app)
    assert.deepEqual((await verifyPictures(app.db, app.media)).findings, [])
    await keepActivity(app.db, '')
    const activity = await verifyActivity(app.db)
    assert.ok('seal' in activity, JSON.stringify(activity))
    return { ...play.played, ...brought }
  } finally {
    await app.close()
  }
}

/** Verifies the database on a connection of its own: FTS5 would check the segments that an older connection saw at its last search. */
async function requireSound({ config: { databaseUrl: url }, dataDir }: TestApp) {
  const db = openDatabase({ url, file: databaseFile(dataDir) })
  const verified = await verify(db, url === undefined).finally(() => db.destroy())
  assert.ok('rows' in verified, JSON.stringify(verified))
}
