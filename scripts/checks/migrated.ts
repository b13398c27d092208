import { Unprepared } from './phase.ts'

/** Calls `migratedDatabase`. The product's code is loaded only now, so that its errors are first reported by the types and lint phases. */
export async function migrated(folder: string, server?: string): Promise<string> {
  const { migratedDatabase } = await import('#testing/migrated.ts')
  return migratedDatabase(folder, server).catch((error: Error) => {
    throw new Unprepared(error.message, { cause: error })
  })
}
