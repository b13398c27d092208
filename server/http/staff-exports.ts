import { HttpError } from '#server/errors.ts'

/** The exports that run at once: of one signed-in user, and of all of them. */
const mostStaffExports = { ofUser: 3, inAll: 12 }

/** Counts the running exports of signed-in users, by their id. */
export class StaffExports {
  readonly #running = new Map<string, number>()
  #all = 0

  /** Returns a function that ends the export. Throws a 429 `HttpError` where the user has too many, and a 503 where all users together have. */
  begin(user: string): () => void {
    const running = this.#running.get(user) ?? 0
    if (running >= mostStaffExports.ofUser) throw tooManyOfUser()
    if (this.#all >= mostStaffExports.inAll) throw tooManyInAll()
    this.#running.set(user, running + 1)
    this.#all++
    return () => this.#end(user)
  }

  #end(user: string) {
    const left = (this.#running.get(user) ?? 0) - 1
    if (left > 0) this.#running.set(user, left)
    else this.#running.delete(user)
    this.#all--
  }
}

const tooManyOfUser = () =>
  new HttpError(429, 'too_many_exports', 'Several of your downloads are still running. Please wait until one has finished.', {
    retryAfter: 5,
  })

const tooManyInAll = () =>
  new HttpError(503, 'too_many_exports', 'Too many downloads are running. Please try again in a minute.', {
    retryAfter: 30,
  })
