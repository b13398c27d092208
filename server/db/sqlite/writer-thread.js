// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteFile } from './file.js'

/**
 * The writer thread owns the one connection that writes, so only this thread waits for the disk. It runs tasks in order and answers those that
 * asked for an answer. Several changes share one SQLite transaction, between `begin` and `commit`. Each change runs between `savepoint` and
 * `release` (or `undo`). An error of a statement without an answer fails the change's next answer, or its `release`.
 *
 * @typedef {{ act: 'open' } | { act: 'close' } | { act: keyof typeof statements }
 *   | { act: 'run', sql: string, parameters: import('./file.js').Parameters }} Act
 * @typedef {Act & { asked: boolean }} Task
 * @typedef {{ message: string, code?: string, errcode?: number }} Failure
 * @typedef {import('./file.js').Outcome | { failure: Failure, endsTransaction: boolean, isOthers: boolean }} Reply
 */

const statements = {
  // Every transaction here writes. A plain `begin` that reads first fails later without waiting (https://www.sqlite.org/lang_transaction.html).
  begin: ['begin immediate'],
  savepoint: ['savepoint change'],
  release: ['release change'],
  undo: ['rollback to change', 'release change'],
  commit: ['commit'],
}

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
/** @type {SqliteFile | undefined} */
let opened
const file = () => {
  opened ??= new SqliteFile(workerData, 'writing')
  return opened
}

/** The number of the running change within the transaction; 0 before the first one and after the commit. */
let change = 0
/** The error of a statement of this change that ran without an answer. @type {unknown} */
let failed
const none = { cause: new Error('There is no transaction.'), change }
/** Why the transaction has ended, and during which change. @type {{ cause: unknown, change: number } | undefined} */
let ended = none
const done = { rows: [] }

/** @param {Act} task @returns {import('./file.js').Outcome} */
function carryOut(task) {
  if (task.act === 'open') file()
  else if (task.act === 'close') opened?.close()
  else return inTransaction(task)
  return done
}

/** @param {Exclude<Act, { act: 'open' } | { act: 'close' }>} task */
function inTransaction(task) {
  if (task.act === 'begin') ended = undefined
  if (task.act === 'begin' || task.act === 'commit') change = 0
  if (task.act === 'savepoint') change++
  if (task.act === 'savepoint' || task.act === 'undo') failed = undefined
  if (ended) throw ended.cause
  if (failed !== undefined) {
    const cause = failed
    if (task.act === 'release') {
      // The failure is this change's alone: the commit that may follow stores the others.
      failed = undefined
      execute('undo')
    }
    throw cause
  }
  if (task.act === 'run') return file().run(task.sql, task.parameters)
  execute(task.act)
  if (task.act === 'commit') ended = none
  return done
}

/** @param {keyof typeof statements} act */
function execute(act) {
  try {
    for (const sql of statements[act]) file().run(sql)
  } catch (error) {
    // The outcome of a later commit would be unknown.
    if (opened?.isInTransaction) opened.run('rollback')
    throw error
  }
}

/** @param {Task} task @returns {Reply} */
function attempt(task) {
  try {
    return carryOut(task)
  } catch (error) {
    // Some errors, such as a full disk, end the whole transaction (https://www.sqlite.org/lang_transaction.html, section 3).
    if (!opened?.isInTransaction) ended ??= { cause: error, change }
    else if (!task.asked) failed ??= error
    // A message doesn't carry an error's own properties.
    const { message, code, errcode } = /** @type {Failure} */ (error)
    return {
      failure: { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) },
      endsTransaction: ended !== undefined,
      isOthers: ended !== undefined && ended.change !== 0 && ended.change !== change,
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
