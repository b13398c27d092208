import { isPostgres } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { deletedSign } from './tokens.ts'

/** A boolean expression over a record's tokens. */
export type Expression = { token: string } | { prefix: string } | { all: readonly Expression[] } | { any: readonly Expression[] }

type Syntax = { and: string; or: string; token: (token: string) => string; prefix: (prefix: string) => string }

/** https://www.sqlite.org/fts5.html#full_text_query_syntax */
const fts5: Syntax = { and: ' AND ', or: ' OR ', token: (token) => `"${token}"`, prefix: (prefix) => `"${prefix}"*` }
/** https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY */
const tsquery: Syntax = { and: ' & ', or: ' | ', token: (token) => `'${token}'`, prefix: (prefix) => `'${prefix}':*` }

/**
 * Writes an expression in the query language of the database's full text search, for deleted or live records. Tokens contain only letters,
 * digits and our own signs, so nothing needs escaping.
 */
export function written(db: Database, expression: Expression, isDeleted: boolean): string {
  const syntax = isPostgres(db) ? tsquery : fts5
  const sign = isDeleted ? deletedSign : ''
  const write = (each: Expression): string => {
    if ('token' in each) return syntax.token(sign + each.token)
    if ('prefix' in each) return syntax.prefix(sign + each.prefix)
    return 'all' in each ? `(${each.all.map(write).join(syntax.and)})` : `(${each.any.map(write).join(syntax.or)})`
  }
  return write(expression)
}
