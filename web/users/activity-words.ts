import type { Activity } from '#contract/activity.ts'
import { counted, formatCount } from '#web/components/format-count.ts'
import * as resources from '#web/resources.ts'
import { paths } from '#web/router/paths.ts'

/** The parts of a sentence around a record's name; `name` is `''` for records without one. */
type Sentence = { who: string; before: string; name: string; after: string }

/** 'anna deleted the movie' 'Heat' */
export function sentenceOf(line: Activity): Sentence {
  const { kind, byId, byName, recordId, title, times } = line
  const by = (before: string, name = '', after = '') => ({ who: byName ?? 'MovieBox', before, name, after })
  switch (kind) {
    case 'sign-in':
      return by('signed in')
    case 'sign-out':
      if (recordId === '') return by('signed out')
      return recordId === byId ? by('signed out on other devices') : by('signed', title || 'someone', ' out')
    case 'failed sign-in': {
      const after = times > 1 ? `, ${times} times` : ''
      if (byName === null) return { who: 'Someone', before: 'tried to sign in with an unknown username', name: '', after }
      return { who: 'Failed sign-in', before: 'as', name: byName, after }
    }
    case 'password':
      return recordId === byId ? by('changed their password') : by('set a new password for', title || 'someone')
    case 'role':
      return by('changed the role of', title || 'a user')
    case 'contact':
      return by('noted a call about the booking for', title || 'a guest')
    case 'batch':
      return { who: byName ?? 'MovieBox', ...deedsOf(line) }
    case 'erase':
      return by(`permanently erased ${withArticle(oneOf(line))}`)
    default:
      return title === ''
        ? by(`${done[kind]} ${withArticle(oneOf(line))} that has since been erased`)
        : by(`${done[kind]} the ${nounOf(line)}`, title)
  }
}

const done = { create: 'added', update: 'changed', delete: 'deleted', restore: 'restored' }

/** The parts of 'imported 5,000 movies: 4,800 new, 200 changed' and 'deleted 59 images' after the author's name. */
function deedsOf(line: Activity): Omit<Sentence, 'who'> {
  const counts = Object.entries(line.counts ?? {}).filter(([, count]) => count > 0)
  const name = counted(
    counts.reduce((sum, [, count]) => sum + count, 0),
    oneOf(line),
  )
  const [[only = ''] = [], ...others] = counts
  if (only !== 'create' && others.length === 0) return { before: deeds[only] ?? 'changed', name, after: '' }
  const parts = counts.map(([action, count]) => `${formatCount(count)} ${outcomes[action]}`)
  return { before: line.counts?.create ? 'imported' : 'changed', name, after: `: ${parts.join(', ')}` }
}

const outcomes: Record<string, string> = { create: 'new', update: 'changed', delete: 'deleted', restore: 'restored', erase: 'erased' }
const deeds: Record<string, string> = { ...done, erase: 'permanently erased' }

/** The address of a line's record, or of the list of a batch; `undefined` if the record no longer exists. */
export function placeOf({ resource, recordId, title, state, kind }: Activity): string | undefined {
  if (kind === 'batch') return faceOf(resource)?.at.list ?? paths.gallery
  if (state !== 'there' && state !== 'in trash') return undefined
  const config = faceOf(resource)
  const list = config?.at.list ?? (resource === 'users' ? paths.users : paths.gallery)
  const sought = new URLSearchParams({ ...(state === 'in trash' && { trash: '1' }), q: title.slice(0, longestSearch) })
  return config && state === 'there' ? config.at.one(recordId) : `${list}?${sought}`
}

/** The length of a title that is enough for a search, in characters. */
const longestSearch = 100

const faceOf = (resource: string) => Object.entries(resources).find(([name]) => name === resource)?.[1]
const oneOf = ({ resource }: Activity) => faceOf(resource)?.one ?? (resource === 'users' ? 'user' : 'image')
/** A booking is called by its guest. */
const nounOf = (line: Activity) => (line.resource === 'bookings' ? 'booking for' : oneOf(line))
const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`
