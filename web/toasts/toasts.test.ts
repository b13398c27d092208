import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import '#testing/page.ts'
import { ApiError } from '#web/api/call.ts'
import { dismiss, isCrowdedOut, notices, notify, take } from './notices.ts'
import { toastWithUndo, type UndoStep } from './undo.ts'
import { aliasVersion, resolveVersion } from './version-aliases.ts'

const shown = () => notices().get()
const texts = () => shown().map(({ about, text, failed }) => [about?.name, text, failed ?? false])
beforeEach(() => notices().set([]))

describe('a notice', () => {
  test('stands behind those before it until it is dismissed', () => {
    const [one, two] = [notify({ text: 'one' }), notify({ text: 'two' })]
    assert.deepEqual(
      shown().map(({ id }) => id),
      [one, two],
    )
    dismiss(one)
    assert.deepEqual(texts(), [[undefined, 'two', false]])
  })

  test('makes room for three newer ones, unless it offers something', () => {
    const nothing = notify({ text: 'Saved.' })
    const offers = [
      notify({ text: 'a', undo: () => {} }),
      notify({ text: 'b', action: { label: 'Try again', run: () => {} } }),
      notify({ text: 'c', lead: { label: 'Show', go: () => {} } }),
    ]
    assert.equal(isCrowdedOut(nothing), true, 'three are newer')
    offers.push(notify({ text: 'd', about: { name: 'Heat', to: '/movie/1' } }))
    const named = notify({ text: 'e', about: { name: 'Heat' } })
    for (let at = 0; at < 2; at++) notify({ text: 'newer' })
    assert.equal(isCrowdedOut(named), false, 'two are')
    notify({ text: 'newer' })
    assert.deepEqual([isCrowdedOut(named), ...offers.map(isCrowdedOut)], [true, false, false, false, false])
  })

  test('does what it offers once, however often it is clicked', () => {
    let taken = 0
    const id = notify({ text: 'a' })
    for (let clicks = 0; clicks < 2; clicks++) take(id, () => taken++)
    assert.deepEqual([taken, shown()], [1, []])
  })
})

describe('an Undo', () => {
  const way = (name: string, go: UndoStep['go']) => ({ name, go, done: 'was restored.', failed: 'could not be restored.' })
  /** Clicks what the latest notice offers, and lets it happen. */
  async function click(what: 'undo' | 'retry') {
    const last = shown().at(-1)
    notices().set([])
    if (what === 'undo') last?.undo?.()
    else last?.action?.run()
    for (let turns = 0; turns < 10; turns++) await turn()
  }

  test('of one change says so by its name, of several by their number, one after the other', async () => {
    const done: string[] = []
    const step = (name: string) =>
      way(name, async () => {
        await turn()
        done.push(name)
      })
    toastWithUndo({ about: { name: 'Heat' }, text: 'was deleted.' }, [step('Heat')])
    assert.deepEqual(texts(), [['Heat', 'was deleted.', false]])
    await click('undo')
    assert.deepEqual(texts(), [['Heat', 'was restored.', false]])
    toastWithUndo({ text: '2 items were deleted.' }, [step('Faust'), step('Tabu')])
    await click('undo')
    assert.deepEqual([texts(), done], [[[undefined, 'All 2 changes undone.', false]], ['Heat', 'Faust', 'Tabu']])
  })

  test('that fails in part says where, and tries what failed once more, but nothing that somebody else has changed', async ({ mock }) => {
    mock.method(console, 'error', () => {})
    const tries: string[] = []
    const failing = (name: string, status: number) =>
      way(name, async () => {
        tries.push(name)
        throw new ApiError(status, { error: `It was refused with ${status}.` })
      })
    const fine = way('Fine', async () => tries.push('Fine'))
    toastWithUndo({ text: 'Deleted.' }, [failing('Gone', 404), fine, failing('Busy', 503), failing('Stale', 412)])
    await click('undo')
    assert.deepEqual(texts(), [['Gone', 'and 2 more could not be restored. It was refused with 404.', true]])
    assert.equal(shown()[0]?.action?.label, 'Try again')
    await click('retry')
    assert.deepEqual(tries, ['Gone', 'Fine', 'Busy', 'Stale', 'Busy'])
    assert.deepEqual(texts(), [['Busy', 'could not be restored. It was refused with 503.', true]])
    for (const status of [404, 412]) {
      toastWithUndo({ text: 'Deleted.' }, [failing('Gone', status)])
      await click('undo')
      assert.equal(shown()[0]?.action, undefined, 'another try would end in the same way')
    }
  })
})

test('a version that was brought back by Undo stands for the one that it equals, over any number of them', () => {
  const version = (version: number, _id = 'a') => ({ _id, version, title: 'Heat' })
  assert.deepEqual(resolveVersion(version(1)), version(1))
  aliasVersion(version(1), version(3))
  aliasVersion(version(3), version(5))
  assert.deepEqual(
    [resolveVersion(version(1)), resolveVersion(version(3)), resolveVersion(version(2))],
    [version(5), version(5), version(2)],
  )
  assert.deepEqual(resolveVersion(version(1, 'b')), version(1, 'b'))
})
