// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteFile } from './sqlite-file.js'

/**
 * The thread that writes to the SQLite file: it owns the one connection that does, so that nobody but it waits for the disk. It carries
 * out one task after the other and answers those that are asked. Several changes, each between `enter` and `leave` (or `undo`), share one
 * transaction, between `begin` and `commit`. A statement that nobody asked about and that fails fails its change: what is asked next, or `leave`.
 *
 * @typedef {{ act: 'open' } | { act: 'close' } | { act: 'begin' | 'enter' | 'leave' | 'undo' | 'commit' }
 *   | { act: 'run', sql: string, parameters: import('./sqlite-file.js').Parameters }} Act
 * @typedef {Act & { asked: boolean }} Task
 * @typedef {{ message: string, code?: string, errcode?: number }} Failure
 * @typedef {import('./sqlite-file.js').Outcome | { failure: Failure, endsTransaction: boolean, isOthers: boolean }} Reply
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
/** @type {SqliteFile | undefined} */
let opened
const file = () => {
  opened ??= new SqliteFile(workerData, 'writing')
  return opened
}

/** Which change of the transaction is under way; 0 before the first one, and when all of them are committed. */
let change = 0
/** Why nothing more can be done in this change. @type {unknown} */
let failed
const none = { cause: new Error('There is no transaction.'), change }
/** Why nothing more can be done in the transaction, and during which change it came to that. */
let over = /** @type {{ cause: unknown, change: number } | undefined} */ (none)

const statements = {
  // Every transaction here writes. Taking the write lock at once makes it wait; a plain `begin` that
  // reads first fails later without waiting (https://www.sqlite.org/lang_transaction.html).
  begin: ['begin immediate'],
  enter: ['savepoint change'],
  leave: ['release change'],
  undo: ['rollback to change', 'release change'],
  commit: ['commit'],
}

/** @param {Act} task */
function carryOut(task) {
  if (task.act === 'open') file()
  else if (task.act === 'close') opened?.close()
  else return inTransaction(task)
  return { rows: [] }
}

/** @param {Exclude<Act, { act: 'open' } | { act: 'close' }>} task */
function inTransaction(task) {
  if (task.act === 'begin') over = undefined
  if (task.act === 'begin' || task.act === 'commit') change = 0
  if (task.act === 'enter') change++
  if (task.act === 'enter' || task.act === 'undo') failed = undefined
  if (over) throw over.cause
  if (failed !== undefined) {
    if (task.act === 'leave') run(statements.undo)
    throw failed
  }
  if (task.act === 'run') return file().run(task.sql, task.parameters)
  run(statements[task.act])
  if (task.act === 'commit') over = none
  return { rows: [] }
}

/** @param {string[]} all */
function run(all) {
  for (const sql of all) file().run(sql)
}

/** @param {Task} task @returns {Reply} */
function attempt(task) {
  try {
    return carryOut(task)
  } catch (error) {
    // Some failures (a full disk, for one) end the whole transaction by themselves (https://www.sqlite.org/lang_transaction.html,
    // section 3). One in which a statement of ours failed is ended too: nobody knows what would be committed.
    if (!opened?.isInTransaction || (task.act !== 'run' && error !== failed)) {
      over ??= { cause: error, change }
      if (opened?.isInTransaction) opened.run('rollback')
    } else if (!task.asked) failed ??= error
    // An error's own properties would get lost on the way.
    const { message, code, errcode } = /** @type {Failure} */ (error)
    return {
      failure: { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) },
      endsTransaction: over !== undefined,
      isOthers: over !== undefined && over.change !== 0 && over.change !== change,
    }
  }
}

port.on('message', (/** @type {Task[]} */ tasks) => {
  const replies = tasks.flatMap((task) => {
    const reply = attempt(task)
    return task.asked ? reply : []
  })
  if (replies.length > 0) port.postMessage(replies)
  if (tasks.at(-1)?.act === 'close') port.close()
})
