import type { ComponentType } from 'react'
import type { Contract, ResourceName } from '#contract/all.ts'
import type { imports } from '#contract/imports.ts'
import type { Places } from '#web/router/paths.ts'
import type { ListQuery } from './address.ts'

/** Where the server has a list. */
export type ListPath = Contract[ResourceName]['list']['path']

/** Fetches a screen, which lies in a file of its own. */
export type Load = () => Promise<ComponentType>

/** What a resource shows of itself: its words, its screens, and where they are. The screens read the words from here. */
export type ResourceConfig = {
  /** The singular, as used in a sentence: 'movie'. */
  one: string
  /** What all of them are called, as links to their list say: 'Movies'. */
  many: string
  at: Places
  /** Where the server has its list. */
  api: ListPath
  /** The queries that the list starts with, where these differ from the query in the address. */
  asks?: (asked: ListQuery) => ListQuery[]
  /** Where in the top bar the link to its list stands, counted from the left; the bar has none to those without. */
  placeInBar?: number
  /** Its name among the imports, if it has one. */
  imports?: keyof typeof imports
  list: Load
  editor: Load
  detail?: Load
}
