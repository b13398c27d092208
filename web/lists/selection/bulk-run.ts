import { perSession } from '#web/api/session.ts'
import { createStore } from '#web/store.ts'
import type { BulkAction } from './bulk-actions.ts'
import type { Left, Result } from './result.ts'

/**
 * The running bulk action. `interrupted`: a step has failed, and the user decides whether to repeat it. `tellUnseen`: shows a notice where
 * no bar is on the screen.
 */
export type BulkRun = { action: BulkAction; result: Result; isStopping: boolean; interrupted?: Interruption | undefined }
export type Interruption = { error: unknown; goOn: () => void; leave: () => void; tellUnseen: () => void }

export const bulkRun = perSession(() => createStore<BulkRun | undefined>(undefined))

/** The records that the latest bulk action left unchanged, until the user has seen them; and whether to show them now. */
export const leftOver = perSession(() => createStore<{ action: BulkAction; left: readonly Left[] } | undefined>(undefined))
export const isLeftWanted = perSession(() => createStore(false))
