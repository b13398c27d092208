/**
 * The browser's storage, which may be full, or closed to the page. Nothing here throws: a text that can't be stored is remembered until the
 * page is loaded again, so that the page still works.
 */
export const browserStorage = safely('localStorage')
/** The same for this tab alone. */
export const tabStorage = safely('sessionStorage')

function safely(name: 'localStorage' | 'sessionStorage') {
  const remembered = new Map<string, string>()

  /** Returns the result of `use`, or `undefined` if the storage throws. */
  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(globalThis[name])
    } catch {
      return undefined
    }
  }

  /** On failure the previous text stays. */
  const keep = (key: string, text: string): boolean =>
    attempt((storage) => {
      storage.setItem(key, text)
      return true
    }) ?? false

  return {
    get: (key: string): string | null => remembered.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    /** Stores a text, or remembers it. Returns whether a reload will find it. */
    set(key: string, text: string): boolean {
      remembered.delete(key)
      const isKept = keep(key, text)
      if (!isKept) remembered.set(key, text)
      return isKept
    },
    remove(key: string): void {
      remembered.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    /** The keys of all texts, stored or remembered. */
    keys: (): string[] => [...new Set([...remembered.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])])],
  }
}
