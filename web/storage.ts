/**
 * The browser's storage, which may be full, or closed to the page. Nothing here throws: a text that can't be stored is remembered until the
 * page is loaded again, so that the page works all the same.
 */
export const browserStorage = safely('localStorage')
/** The same for this tab alone. */
export const tabStorage = safely('sessionStorage')

export type SafeStorage = ReturnType<typeof safely>

function safely(name: 'localStorage' | 'sessionStorage') {
  const remembered = new Map<string, string>()

  /** What `use` answers, `undefined` where the storage doesn't let it. */
  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(globalThis[name])
    } catch {
      return undefined
    }
  }

  /** Stores a text. Returns whether a reload will find it; on failure the previous text stays. */
  const keep = (key: string, text: string): boolean =>
    attempt((storage) => {
      storage.setItem(key, text)
      return true
    }) ?? false

  return {
    get: (key: string): string | null => remembered.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    keep,
    /** Stores a text, or remembers it. */
    set(key: string, text: string): void {
      remembered.delete(key)
      if (!keep(key, text)) remembered.set(key, text)
    },
    remove(key: string): void {
      remembered.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    /** The keys of all stored texts. */
    keys: (): string[] => attempt((storage) => Object.keys(storage)) ?? [],
  }
}
