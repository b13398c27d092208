import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { daysOf, type Filter, type Listing, orderNamed, orderOf, type Wanted } from '#contract/listing.ts'
import { isPostgres } from './dialect.ts'
import type { Database, RecordTables } from './schema.ts'
import { holdsWords, matches, type Search, sqlName } from './search.ts'
import { valuesAskedFor } from './value-words.ts'

/**
 * What the options of a resource's own filters mean, each as a condition on its rows; `hangsOn`: the other resources whose changes change that. A
 * filter without one doesn't compile where it is declared.
 */
export type OwnConditions = Record<string, { where: (option: string) => Expression<SqlBool>; hangsOn: readonly string[] }>

/** A list's question: on which table, by what the listing and the resource's own conditions say. */
export type Question<Table extends keyof RecordTables = keyof RecordTables> = {
  table: Table
  listing: Listing
  own: OwnConditions
  wanted: Wanted
}

type Condition = Expression<SqlBool>

/** Everything that is asked for, to be found in whatever way the database thinks best. */
export function conditions(db: Database, question: Question): Condition[] {
  const search = searchOf(question)
  const found = matches(db, search)
  const rest = found && search.among && !isPostgres(db) ? [] : filterConditions(question, isPostgres(db) ? byIndex : byRarest(question))
  return [liveness(question), ...(found ? [found] : []), ...rest]
}

/** The same, each told by the row alone that something else has found. */
export function checkedConditions(db: Database, question: Question): Condition[] {
  const search = holdsWords(db, searchOf(question))
  return [liveness(question), ...filterConditions(question), ...(search ? [search] : [])]
}

/** The resource's own filters that are set: their conditions on its rows, and the resources besides its own whose changes change what they let through. */
export function ownFilters(question: Question): { conditions: Condition[]; hangsOn: string[] } {
  const { listing, own, wanted } = question
  const set = Object.entries(wanted.filters).filter(([name]) => listing.filters[name]?.kind === 'own')
  const conditions = filterConditions({ ...question, wanted: { ...wanted, filters: Object.fromEntries(set) } })
  return { conditions, hangsOn: set.flatMap(([name]) => own[name]?.hangsOn ?? []) }
}

/** All filters that are set. */
export const filterConditions = ({ listing, own, wanted }: Question, column = byIndex): Condition[] =>
  Object.entries(wanted.filters).map(([name, values]) => filterBy(name, listing.filters[name], values, own, column))

/**
 * The same where rows are read in the order of a list: what an index has in that order, once for each of several values, and what is left
 * to be checked row by row. SQLite doesn't know how common a value is, nor either how common a beginning; left the choice, they sort half the table.
 * `isGathered`: a filter is set that has no order, and is likely to let few through.
 */
export function inOrder(db: Database, question: Question): { arms: Condition[][]; checked: Condition[]; isGathered: boolean } {
  const { listing, own, wanted } = question
  const asked = Object.entries(wanted.filters)
  const search = holdsWords(db, searchOf(question))
  const order = orderNamed(listing, orderOf(wanted.order).name)
  const days = asked.filter(([name, values]) => name === order?.by[0] && listing.filters[name]?.kind === 'days' && values.length === 1)
  const others = asked.filter((each) => !days.includes(each))
  const best = bestOf(listing, others.length === 1 && !search ? others : others.filter(([, values]) => values.length === 1))
  const arms = best ? best[1].map((value) => [filterBy(best[0], listing.filters[best[0]], [value], own)]) : [[]]
  const always = [liveness(question), ...days.map(([name, values]) => filterBy(name, listing.filters[name], values, own))]
  const rest = others.filter((each) => each !== best)
  return {
    isGathered: others.some(([name]) => isFew(listing.filters[name]) && name !== order?.by[0]),
    arms: arms.map((arm) => [...always, ...arm]),
    checked: [
      ...rest.map(([name, values]) => filterBy(name, listing.filters[name], values, own, isPostgres(db) ? byIndex : notByIndex)),
      ...(search ? [search] : []),
    ],
  }
}

const isFew = (filter: Filter | undefined) => filter?.kind === 'days' || isRare(filter)

const isRare = (filter: Filter | undefined) => filter?.kind === 'text' && filter.isRare === true

type Asked = [name: string, values: readonly string[]]

/** Each field that one can filter by has an index with each order. Of several, a text is likely to be the rarer. */
function bestOf(listing: Listing, asked: Asked[]): Asked | undefined {
  const kindOf = ([name]: Asked) => listing.filters[name]?.kind
  const equal = asked.filter((each) => {
    const kind = kindOf(each)
    const isOne = each[1].length === 1
    return kind === 'text' || kind === 'choice' || (kind === 'own' && isOne) || (kind === 'presence' && isOne && each[1][0] === 'without')
  })
  return equal.find((each) => kindOf(each) === 'text') ?? equal[0]
}

export function searchOf({ table, listing, wanted: { q, filters, trash } }: Question): Search {
  // What is deleted has no words for its values.
  const isKept = !trash || Object.keys(filters).length === 0
  return { table: sqlName(table), q, trash, among: isKept ? valuesAskedFor(listing, filters) : undefined }
}

export const liveness = ({ wanted }: Question): Condition => sql`${sql.ref('deletedAt')} is ${sql.raw(wanted.trash ? 'not null' : 'null')}`

export type Column = (name: string) => RawBuilder<unknown>

const byIndex: Column = (name) => sql.ref(name)
/** Of SQLite: https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_ */
export const notByIndex: Column = (name) => sql`+${sql.ref(name)}`

/** Where a filter lets few through, none goes by its index but that one: SQLite would take a third of all records to be as few. */
function byRarest({ listing, wanted }: Question): Column {
  const rare = Object.keys(wanted.filters).find((name) => isRare(listing.filters[name]))
  return (name) => (rare === undefined || name === rare ? byIndex : notByIndex)(name)
}

function filterBy(name: string, filter: Filter | undefined, values: readonly string[], own: OwnConditions, column = byIndex): Condition {
  switch (filter?.kind) {
    case 'text':
      return among(column(name), values)
    case 'choice':
      return among(column(name), filter.number ? values.map(Number) : values)
    case 'days':
      return any(values.map((value) => within(column(name), value)))
    case 'presence':
      return any(values.map((value) => sql`${column(filter.field)} ${sql.raw(value === 'with' ? '<>' : '=')} ''`))
    default:
      return any(values.map((value) => own[name]?.where(value) ?? neither))
  }
}

const neither = sql<SqlBool>`1 = 0`

const any = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

const among = (column: RawBuilder<unknown>, values: readonly (string | number)[]): Condition =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`

function within(column: RawBuilder<unknown>, days: string): Condition {
  const { from, to } = daysOf(days)
  const ends = [...(from ? [sql`${column} >= ${from}`] : []), ...(to ? [sql`${column} <= ${to}`] : [])]
  return sql`(${sql.join(ends, sql` and `)})`
}
