import type { Database } from '#server/database/schema.ts'
import type { Media } from './media.ts'

/**
 * Who is at work on the files of which hash. Two uploads of the same bytes share their files, so those of an upload that fails
 * may only go when no image records them and no other upload of this server holds them.
 */
export function claims(db: Database, media: Media) {
  const held = new Map<string, number>()
  const leaving = new Map<string, Promise<void>>()

  async function tidy(hash: string): Promise<void> {
    const row = await db.selectFrom('images').select('id').where('hash', '=', hash).executeTakeFirst()
    // Whoever wants to hold it from now on waits until this is done.
    if (!row) await media.remove(hash)
    await media.unmark(hash)
  }

  return {
    /** Comes before the first file of `hash` is put. One `release` must follow, also when this throws. */
    async hold(hash: string): Promise<void> {
      held.set(hash, (held.get(hash) ?? 0) + 1)
      await leaving.get(hash)?.catch(() => {})
      await media.mark(hash)
    },

    /** Removes the files of `hash`, unless an image records them or another upload holds them. */
    async release(hash: string): Promise<void> {
      const others = (held.get(hash) ?? 1) - 1
      if (others > 0) return void held.set(hash, others)
      held.delete(hash)
      const tidied = tidy(hash).finally(() => leaving.delete(hash))
      leaving.set(hash, tidied)
      await tidied
    },
  }
}

export type Claims = ReturnType<typeof claims>
