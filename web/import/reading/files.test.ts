import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { columnsOf, headingRow } from '#web/import/columns/headings.ts'
import { fieldWords } from '#web/import/columns/words.ts'
import { limits } from '#web/import/limits.ts'
import { decode } from './decode.ts'
import { readTable } from './table.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (character) => windows[character] ?? character.charCodeAt(0))
/** The signs that Windows-1252 has elsewhere than Latin-1. */
const windows: Record<string, number> = { '€': 0x80, '„': 0x84, '“': 0x93, '–': 0x96, '’': 0x92 }
const utf16 = (text: string, isLittle = true) =>
  Uint8Array.from(
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0)
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255]
    }),
  )

type Collection = keyof typeof fieldWords
type Spreadsheet = { of: Collection; bytes: Uint8Array; fields: string[]; rows: string[][] }

/** Spreadsheets as people have them: the fields of their columns, and the texts of their rows. */
const spreadsheets: Record<string, Spreadsheet> = {
  'Excel in Germany: semicolons, Windows-1252 and quotes': {
    of: 'movies',
    bytes: latin('Titel;Genre;Beschreibung\r\nDas Mädchen;Komödie;"Ein „guter“ Film; sagt sie – für 5 €"\r\n'),
    fields: ['title', 'genre', 'description'],
    rows: [['Das Mädchen', 'Komödie', 'Ein „guter“ Film; sagt sie – für 5 €']],
  },
  'Excel, "CSV UTF-8": a byte order mark': {
    of: 'movies',
    bytes: utf8('\ufeffTitle,Genre\r\nAmélie,Romance\r\n'),
    fields: ['title', 'genre'],
    rows: [['Amélie', 'Romance']],
  },
  'Excel, "Unicode text": UTF-16 with tabs': {
    of: 'movies',
    bytes: utf16('\ufeffTitle\tGenre\r\n千と千尋\tAnime\r\n'),
    fields: ['title', 'genre'],
    rows: [['千と千尋', 'Anime']],
  },
  'UTF-16 with the higher byte first': {
    of: 'menus',
    bytes: utf16('\ufeffName;Description\nPopcorn;Salted\n', false),
    fields: ['name', 'description'],
    rows: [['Popcorn', 'Salted']],
  },
  'UTF-16 without a byte order mark': {
    of: 'menus',
    bytes: utf16('Name;Description\nPopcorn;Salted\n'),
    fields: ['name', 'description'],
    rows: [['Popcorn', 'Salted']],
  },
  'line breaks in cells': {
    of: 'movies',
    bytes: utf8('Title,Description\r\nDune,"One\r\n\r\nTwo"\r\nAlien,Three\r\n'),
    fields: ['title', 'description'],
    rows: [
      ['Dune', 'One\n\nTwo'],
      ['Alien', 'Three'],
    ],
  },
  'dates of Excel as numbers': {
    of: 'promoCodes',
    bytes: utf8('Code;Rabatt;Gültig ab;Gültig bis\nXMAS;20;46000;46022\n'),
    fields: ['code', 'percentage', 'firstDay', 'lastDay'],
    rows: [['XMAS', '20', '46000', '46022']],
  },
  'trailing empty columns and rows': {
    of: 'menus',
    bytes: utf8('Name;Description;;;\nCola;Cold;;;\n;;;;\n;;;;\n'),
    fields: ['name', 'description'],
    rows: [['Cola', 'Cold']],
  },
  'blank lines before, between and after the rows': {
    of: 'menus',
    bytes: utf8('\n\nName,Description\n\nCola,Cold\n\n\nTea,Hot\n\n'),
    fields: ['name', 'description'],
    rows: [
      ['Cola', 'Cold'],
      ['Tea', 'Hot'],
    ],
  },
  'a title above the headings': {
    of: 'movies',
    bytes: utf8('New releases of November;;\n;;\nFilm;Genre;Synopsis\nDune;Drama;Sand\n'),
    fields: ['title', 'genre', 'description'],
    rows: [['Dune', 'Drama', 'Sand']],
  },
  'the same heading twice': {
    of: 'movies',
    bytes: utf8('Title,Genre,Title\nDune,Drama,Wüste\n'),
    fields: ['title', 'genre', ''],
    rows: [['Dune', 'Drama', 'Wüste']],
  },
  'columns that are not for the record': {
    of: 'movies',
    bytes: utf8('Nr.,Film,FSK,Genre\n1,Dune,12,Drama\n'),
    fields: ['', 'title', '', 'genre'],
    rows: [['1', 'Dune', '12', 'Drama']],
  },
  'our own export': {
    of: 'movies',
    bytes: utf8(
      '\ufefftitle,genre,image,description,trailerUrl,showFrom,showUntil,_id,version,createdAt,updatedAt\r\nDune,Drama,,Sand,https://youtu.be/a,,,x,1,y,z\r\n',
    ),
    fields: ['title', 'genre', 'image', 'description', 'trailerUrl', 'showFrom', 'showUntil', '_id', '', '', ''],
    rows: [['Dune', 'Drama', '', 'Sand', 'https://youtu.be/a', '', '', 'x', '1', 'y', 'z']],
  },
  'the line by which Excel is told the delimiter': {
    of: 'menus',
    bytes: utf8('sep=|\nName|Description\nCola|Cold, wet; good\n'),
    fields: ['name', 'description'],
    rows: [['Cola', 'Cold, wet; good']],
  },
  pipes: {
    of: 'menus',
    bytes: utf8('Name|Description\nCola|Cold, wet; good\n'),
    fields: ['name', 'description'],
    rows: [['Cola', 'Cold, wet; good']],
  },
  'cells copied from Excel, with quotes that nothing doubles': {
    of: 'menus',
    bytes: utf8('Name\tDescription\n12" pizza\tLarge\n"The" hot dog\tWith "everything"\nTea\tHot\n'),
    fields: ['name', 'description'],
    rows: [
      ['12" pizza', 'Large'],
      ['"The" hot dog', 'With "everything"'],
      ['Tea', 'Hot'],
    ],
  },
  'one column, whose texts have commas': {
    of: 'menus',
    bytes: utf8('Name\nFish, chips\nTea\n'),
    fields: ['name'],
    rows: [['Fish, chips'], ['Tea']],
  },
  'the line ends of old Macs': {
    of: 'menus',
    bytes: utf8('Name;Description\rCola;Cold\rTea;Hot\r'),
    fields: ['name', 'description'],
    rows: [
      ['Cola', 'Cold'],
      ['Tea', 'Hot'],
    ],
  },
  'rows shorter than the headings': {
    of: 'branches',
    bytes: utf8('Kino,Adresse,Google Maps,Bilder\nRiverside,Quay 1\n'),
    fields: ['name', 'address', 'googleMapsUrl', 'images'],
    rows: [['Riverside', 'Quay 1', '', '']],
  },
  'headings with remarks, capitals and signs': {
    of: 'news',
    bytes: utf8('HEADLINE *;Datum (TT.MM.JJJJ);Text:\nPremiere;24.12.2026;Soon\n'),
    fields: ['title', 'date', 'description'],
    rows: [['Premiere', '24.12.2026', 'Soon']],
  },
  'doubled quotes and a delimiter within quotes': {
    of: 'menus',
    bytes: utf8('"Name","Description"\n"The ""big"" one","A, B"\n'),
    fields: ['name', 'description'],
    rows: [['The "big" one', 'A, B']],
  },
}

describe('a spreadsheet is read as its author meant it', () => {
  for (const [what, { of, bytes, fields, rows }] of Object.entries(spreadsheets))
    test(what, async () => {
      const found = await read(bytes)
      const at = headingRow(found, fieldWords[of])
      assert.ok(at !== undefined, 'the headings are found')
      const withId = { ...fieldWords[of], _id: { label: 'ID', also: [] } }
      assert.deepEqual(
        columnsOf(found[at]?.cells ?? [], withId).map(({ field }) => field),
        fields,
      )
      assert.deepEqual(
        found.slice(at + 1).map(({ cells }) => cells),
        rows,
      )
    })
})

test('rows have the numbers that the spreadsheet shows', async () => {
  const found = await read(utf8('Name\n\nCola\n"Tea\n(hot)"\nWater\n'))
  assert.deepEqual(
    found.map(({ number }) => number),
    [1, 3, 4, 5],
  )
})

describe('a sentence says what to do with a file that is no table:', () => {
  const cases: Record<string, [Uint8Array, RegExp]> = {
    'an Excel workbook': [Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]), /Save the workbook as CSV/],
    'an old Excel workbook': [Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /Save the workbook as CSV/],
    'a PDF': [utf8('%PDF-1.7\n'), /Export the table as CSV/],
    'another binary file': [Uint8Array.from({ length: 500 }, (_, at) => (at * 7) % 256), /Choose a CSV file/],
    nothing: [utf8('\ufeff\n;;\n'), /There are no rows/],
    'more rows than one import takes': [utf8(`Name\n${'Cola\n'.repeat(limits.rows + 1)}`), /5,001 rows.*at most 5,000.*Split/],
    'a row with 200 columns': [utf8(`Name,Description\n${'x,'.repeat(199)}x\n`), /200 columns/],
  }
  for (const [what, [bytes, sentence]] of Object.entries(cases)) test(what, async () => assert.match(await problemOf(bytes), sentence))
})

test('a file of nothing but quotes takes time in proportion to its size', async () => {
  const cost = async (length: number) => {
    const before = process.cpuUsage()
    await readTable(`Name\n${'"'.repeat(length)}`)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  await cost(10_000)
  assert.ok((await cost(2_000_000)) < 5_000)
})

async function read(bytes: Uint8Array) {
  const decoded = decode(bytes)
  assert.ok('text' in decoded, JSON.stringify(decoded))
  const table = await readTable(decoded.text)
  assert.ok('rows' in table, JSON.stringify(table))
  return table.rows
}

async function problemOf(bytes: Uint8Array): Promise<string> {
  const decoded = decode(bytes)
  if ('problem' in decoded) return decoded.problem
  const table = await readTable(decoded.text)
  return 'problem' in table ? table.problem : 'none'
}
