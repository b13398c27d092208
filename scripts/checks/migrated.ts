/** `migratedDatabase` with the product's code, which is loaded by then: types and lint are to tell first what is wrong with it. */
export async function migrated(folder: string, server?: string): Promise<string> {
  const { migratedDatabase } = await import('#testing/migrated.ts')
  return migratedDatabase(folder, server)
}
