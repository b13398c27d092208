// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteFile } from './sqlite-file.js'

/**
 * The thread that writes to the SQLite file: it owns the one connection that does, so that nobody but it waits for the disk.
 * It carries out one task after the other and answers those that are asked. Several changes, each between `enter` and `leave` (or
 * `undo`), share one transaction, between `begin` and `commit`.
 *
 * @typedef {{ act: 'begin' | 'enter' | 'leave' | 'undo' | 'commit' | 'open' | 'close' }
 *   | { act: 'run', sql: string, parameters: import('./sqlite-file.js').Parameters }} Act
 * @typedef {Act & { asked: boolean }} Task
 * @typedef {{ message: string, code?: string, errcode?: number }} Failure
 * @typedef {import('./sqlite-file.js').Outcome | { failure: Failure, isOver: boolean }} Reply
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
/** @type {SqliteFile | undefined} */
let opened
const file = () => {
  opened ??= new SqliteFile(workerData, 'writing')
  return opened
}

/** Why nothing can be done in the transaction any more, until the next one begins. @type {unknown} */
let over = new Error('There is no transaction.')

const nothing = { rows: [] }

/** @param {Act} task */
function carryOut(task) {
  if (task.act === 'open') return file() && nothing
  if (task.act === 'close') {
    port.close()
    opened?.close()
    return nothing
  }
  if (task.act === 'begin') over = undefined
  if (over !== undefined) throw over
  if (task.act === 'run') return file().run(task.sql, task.parameters)
  for (const sql of statements[task.act]) file().run(sql)
  if (task.act === 'commit') over = new Error('The transaction has ended.')
  return nothing
}

const statements = {
  // Every transaction here writes. Taking the write lock at once makes it wait; a plain `begin` that
  // reads first fails later without waiting (https://www.sqlite.org/lang_transaction.html).
  begin: ['begin immediate'],
  enter: ['savepoint change'],
  leave: ['release change'],
  undo: ['rollback to change', 'release change'],
  commit: ['commit'],
}

/** @param {Task} task @returns {Reply} */
function attempt(task) {
  try {
    return carryOut(task)
  } catch (error) {
    // Some failures (a full disk, for one) end the whole transaction by themselves (https://www.sqlite.org/lang_transaction.html,
    // section 3). One that ends with a statement of ours undone must not be committed either.
    if (task.act !== 'run' || !opened?.isInTransaction) {
      over ??= error
      if (opened?.isInTransaction) opened.run('rollback')
    }
    // An error's own properties would get lost on the way.
    const { message, code, errcode } = /** @type {Failure} */ (error)
    return {
      failure: { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) },
      isOver: over !== undefined,
    }
  }
}

port.on('message', (/** @type {Task[]} */ tasks) => {
  const replies = tasks.flatMap((task) => {
    const reply = attempt(task)
    return task.asked ? reply : []
  })
  if (replies.length > 0) port.postMessage(replies)
})
