import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'

const documents = ['README.md', ...globSync('docs/**/*.md')].map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const decisions = documents.filter(({ file }) => dirname(file).endsWith('decisions'))

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first)

/** A file or folder of the repository as a path from the root. */
const path = /`((?:bench|contract|deploy|docs|e2e|scripts|seed|server|testing|web)\/[\w./-]+)`/g
/** A module that an example imports. */
const imported = /'#((?:contract|server|web)\/[\w./-]+)'/g
/** The target of a link to another document or file. */
const link = /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g
/** The guide's worked example, which is not in the repository. */
const example = /supplier/i

describe('the documents', () => {
  test('are there', () => assert.ok(documents.length > 40 && decisions.length > 30))

  test('name files that exist', () => {
    const missing = documents.flatMap(({ file, text }) =>
      [...matches(text, path), ...matches(text, imported)]
        .filter((each) => !example.test(each) && !existsSync(each))
        .map((each) => `${file}: ${each}`),
    )
    assert.deepEqual(missing, [])
  })

  test('link to files that exist', () => {
    const missing = documents.flatMap(({ file, text }) =>
      matches(text, link)
        .filter((each) => !existsSync(join(dirname(file), each)))
        .map((each) => `${file}: ${each}`),
    )
    assert.deepEqual(missing, [])
  })

  test('are short: the README 1,100 words, a decision 300, all of them 15,000', () => {
    const tooLong = decisions.filter(({ text }) => wordsIn(text) > 300).map(({ file }) => file)
    assert.deepEqual(tooLong, [])
    assert.ok(wordsIn(readFileSync('README.md', 'utf8')) <= 1100)
    assert.ok(documents.reduce((sum, { text }) => sum + wordsIn(text), 0) <= 15_000)
  })
})
