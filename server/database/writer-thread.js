// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteFile } from './sqlite-file.js'

/**
 * The thread that writes to the SQLite file: it owns the one connection that does, so that nobody but it waits for the disk. It carries
 * out one task after the other and answers those that are asked. Several changes share one transaction, between `begin` and `commit`: each is
 * a `change` as a whole, or what is run between `enter` and `leave` (or `undo`). A statement that nobody asked about and that fails fails its
 * change: what is asked next, or `leave`.
 *
 * What a step `expects` is the JSON of what its query found when somebody went by it: where it finds something else now, it fails.
 *
 * @typedef {{ sql: string, parameters: import('./sqlite-file.js').Parameters, expects?: string }} Step
 * @typedef {{ act: 'open' } | { act: 'close' } | { act: 'begin' | 'enter' | 'leave' | 'undo' | 'commit' }
 *   | { act: 'run' } & Step | { act: 'change', steps: readonly Step[] }} Act
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
/**
 * The changes that the transaction consists of, while all of them are whole ones: those are made without a savepoint, at which the search index
 * would write out its words, and are made again without the one that failed. @type {(readonly Step[])[] | undefined}
 */
let whole

/** Another change has written what this one went by. */
class Overtaken extends Error {}

const statements = {
  // Every transaction here writes. Taking the write lock at once makes it wait; a plain `begin` that
  // reads first fails later without waiting (https://www.sqlite.org/lang_transaction.html).
  begin: ['begin immediate'],
  enter: ['savepoint change'],
  leave: ['release change'],
  undo: ['rollback to change', 'release change'],
  commit: ['commit'],
  again: ['rollback', 'begin immediate'],
}

/** One and the same, which costs a message less. */
const done = { rows: [] }

/** @param {Act} task */
function carryOut(task) {
  if (task.act === 'open') file()
  else if (task.act === 'close') opened?.close()
  else return inTransaction(task)
  return done
}

/** @param {Exclude<Act, { act: 'open' } | { act: 'close' }>} task */
function inTransaction(task) {
  if (task.act === 'begin') over = undefined
  if (task.act === 'begin' || task.act === 'commit') change = 0
  if (task.act === 'enter' || task.act === 'change') change++
  if (task.act === 'enter' || task.act === 'change' || task.act === 'undo') failed = undefined
  if (over) throw over.cause
  if (failed !== undefined) {
    if (task.act === 'leave') execute('undo')
    throw failed
  }
  if (task.act === 'run') return take(task)
  if (task.act === 'change') changeWhole(task.steps)
  else execute(task.act)
  if (task.act === 'begin') whole = []
  if (task.act === 'enter') whole = undefined
  if (task.act === 'commit') over = none
  return done
}

/** @param {readonly Step[]} steps */
function changeWhole(steps) {
  if (!whole) execute('enter')
  try {
    for (const step of steps) take(step)
  } catch (error) {
    if (opened?.isInTransaction) undoWhole()
    throw error
  }
  if (whole) whole.push(steps)
  else execute('leave')
}

function undoWhole() {
  if (!whole) return execute('undo')
  execute('again')
  try {
    for (const step of whole.flat()) take(step)
  } catch {
    // Another process has been faster: all of them have to be decided again.
    end()
  }
  whole = undefined
}

/** @param {Step} step */
function take({ sql, parameters, expects }) {
  const outcome = file().run(sql, parameters)
  if (expects !== undefined && expects !== JSON.stringify(outcome.rows)) throw new Overtaken('What this change went by is another now.')
  return outcome
}

/** @param {keyof typeof statements} what */
function execute(what) {
  try {
    for (const sql of statements[what]) file().run(sql)
  } catch (error) {
    // Nobody knows what would be committed.
    end()
    throw error
  }
}

function end() {
  if (opened?.isInTransaction) opened.run('rollback')
}

/** @param {Task} task @returns {Reply} */
function attempt(task) {
  try {
    return carryOut(task)
  } catch (error) {
    // Some failures (a full disk, for one) end the whole transaction by themselves (https://www.sqlite.org/lang_transaction.html, section 3).
    if (!opened?.isInTransaction) over ??= { cause: error, change }
    else if (!task.asked) failed ??= error
    // An error's own properties would get lost on the way.
    const { message, code, errcode } = /** @type {Failure} */ (error)
    const isOthers = over !== undefined && over.change !== 0 && over.change !== change
    return {
      failure: { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) },
      endsTransaction: over !== undefined,
      isOthers: isOthers || error instanceof Overtaken,
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
