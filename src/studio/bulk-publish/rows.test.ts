import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { parseNumber } from '#src/catalog/asset/title-fields.shared.ts'
import { fieldsOf, findDuplicates, faultsOf } from './faults.shared.ts'
import { applyEdit, type Cells, clockOf, INITIAL_CELLS, rowsOf } from './rows.shared.ts'
import { withSubtitles } from './subtitle-files.shared.ts'
import { readTitleList } from './title-list.shared.ts'

const DEFAULT_CELLS = { ...INITIAL_CELLS, description: 'Of one harbour.', brand_id: 'b1' }
const brands = [{ id: 'b1', name: 'Kita Eiga', account: 'kita' }]
const limits = {
  royalty_max_bp: 5_000,
  copies_per_upload: 1_000,
  price_min: 10,
  price_max: 9_999_999,
}
const context = { limits, brands, waiting_room: false, clock: () => '2026-01-01T00:00' }
const file = (path: string, size = 5) => ({ path, size, type: '' })

function listed(text: string, ...paths: string[]) {
  const list = readTitleList(new TextEncoder().encode(text)).titles
  return rowsOf({ files: paths.map((path) => file(path)), list, brands, defaults: DEFAULT_CELLS })
}

test('a list names its files by path or by name, and its brand by name or account', () => {
  const text = `file_name,brand,poster_file_name,asset_subtitles,total_copies
sea/a.mp4,KITA,covers\\p.png,a1.ja.vtt; a2.en.vtt,
B.MP4,kita eiga,,,５００部
`
  const names = ['sea/a.mp4', 'covers/p.png', 'x/a1.ja.vtt', 'a2.en.vtt', 'b.mp4', 'b.png', 'c.mp4']
  const { rows, unmatched } = listed(text, ...names)
  deepEqual(
    rows.map(({ id, cells, files, subtitles }) => [
      id,
      cells.title,
      cells.brand_id,
      cells.total_copies,
      files.asset?.path,
      files.poster?.path,
      subtitles.map((one) => one.file.path).join(),
    ]),
    [
      ['2', 'A', 'b1', '100', 'sea/a.mp4', 'covers/p.png', 'x/a1.ja.vtt,a2.en.vtt'],
      ['3', 'B', 'b1', '５００部', 'b.mp4', 'b.png', ''],
    ],
  )
  deepEqual(
    unmatched.map(({ path }) => path),
    ['c.mp4'],
  )
  deepEqual(
    rows.flatMap((row) => faultsOf(row, context)),
    [],
  )
})

test('a list written on Windows matches file names from macOS', () => {
  const { rows } = listed('file_name\nガラス.mp4', 'ガラス.mp4'.normalize('NFD'))
  deepEqual([rows[0]?.files.asset?.path, rows[0]?.absent], ['ガラス.mp4'.normalize('NFD'), []])
})

test('each line reports all of its faults', () => {
  const text = `title,description,file_name,poster_file_name,brand,total_copies,creator_royalty_rate
,,gone.mp4,a.mp4,Minami,5000,51
A,x,,,,ten,
`
  const { rows } = listed(text, 'a.mp4')
  deepEqual(
    rows.map((row) =>
      faultsOf(row, context).map(({ field, code, names }) => `${field} ${code} ${names}`),
    ),
    [
      [
        'title missing ',
        'brand_id wrong Minami',
        'total_copies wrong 5000',
        'creator_royalty_rate wrong 51',
        'asset absent gone.mp4',
        'poster kind a.mp4',
      ],
      ['total_copies wrong ten', 'asset missing '],
    ],
  )
})

test('UP-12 each line may set the times of its sale and a limit per person', () => {
  const text = `file_name,sale_starting_at,sale_ending_at,holding_limit
a.mp4,2030/2/1 21:00,2030-03-01,２
b.mp4,,2030-01-01 00:00,
c.mp4,2030-02-30 21:00,soon,0
d.mp4,2030-02-01 21:00,2030-02-01 21:00,
e.mp4,,,
`
  const list = readTitleList(new TextEncoder().encode(text)).titles
  const defaults = { ...DEFAULT_CELLS, sale_starting_at: '2030-01-01T09:00', holding_limit: '5' }
  const files = Array.from('abcde', (name) => file(`${name}.mp4`))
  const { rows } = rowsOf({ files, list, brands, defaults })
  deepEqual(
    rows.map(({ cells }) => [cells.sale_starting_at, cells.sale_ending_at, cells.holding_limit]),
    [
      ['2030-02-01T21:00', '2030-03-01T00:00', '２'],
      ['2030-01-01T09:00', '2030-01-01T00:00', '5'],
      ['2030-02-30T21:00', 'soon', '0'],
      ['2030-02-01T21:00', '2030-02-01T21:00', '5'],
      ['2030-01-01T09:00', '', '5'],
    ],
  )
  deepEqual(
    rows.map((row) => faultsOf(row, context).map(({ field }) => field)),
    [
      [],
      ['sale_ending_at'],
      ['sale_starting_at', 'sale_ending_at', 'holding_limit'],
      ['sale_ending_at'],
      [],
    ],
  )
})

test('times are accepted as people and spreadsheets write them', () => {
  const read = [
    '2030年2月1日 9:05',
    '２０３０/02/01 21:00:00',
    ' 2030.2.1 ',
    '1.2.2030 21:00',
    '24.12.2030',
    '1/2/2030',
    '21:00',
  ]
  deepEqual(read.map(clockOf), [
    '2030-02-01T09:05',
    '2030-02-01T21:00',
    '2030-02-01T00:00',
    '2030-02-01T21:00',
    '2030-12-24T00:00',
    '1/2/2030',
    '21:00',
  ])
})

test('corrections by hand override the paired files and names', () => {
  const { rows } = rowsOf({
    files: [file('a.mp4'), file('a.png'), file('a.ja.vtt', 0)],
    list: undefined,
    brands,
    defaults: DEFAULT_CELLS,
  })
  const [row] = rows
  deepEqual(faultsOf(row!, context), [{ field: 'subtitles', code: 'empty', names: 'a.ja.vtt' }])
  const poster = file('p.jpg')
  const [edited] = applyEdit(row!, {
    cells: { title: 'Tide Tables' },
    files: { poster },
    without: [row!.subtitles[0]!.file],
  })
  deepEqual(
    [edited!.cells.title, edited!.files.poster, edited!.subtitles, faultsOf(edited!, context)],
    ['Tide Tables', poster, [], []],
  )
  deepEqual(applyEdit(row!, { isRemoved: true }), [])

  const [absent] = listed('file_name\ngone.mp4').rows
  deepEqual(faultsOf(applyEdit(absent!, { files: { asset: file('here.mp4') } })[0]!, context), [
    { field: 'title', code: 'missing', names: '' },
  ])
})

test('broken subtitles and two of one language are faults before the upload', async () => {
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe last train\n'
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nThe last train\n'
  const texts = {
    'a.mp4': 'film',
    'a.en.srt': srt,
    'a.fr.vtt': srt,
    'a.ja.vtt': vtt,
    'a.vtt': vtt,
    'a.trailer.ja.vtt': vtt,
    'a.de.vtt': 'WEBVTT\n\n00:02.000 --> 00:01.000\nDer letzte Zug\n',
  }
  const files = await Promise.all(
    Object.entries(texts).map(([name, text]) =>
      withSubtitles({ ...file(name), file: new File([text], name) }, 'ja'),
    ),
  )
  const { rows } = rowsOf({ files, list: undefined, brands, defaults: DEFAULT_CELLS })
  deepEqual(faultsOf(rows[0]!, context), [
    {
      field: 'subtitles',
      code: 'broken',
      names: 'a.de.vtt',
      vttFault: { line: 3, reason: 'order' },
    },
    { field: 'subtitles', code: 'twice', names: 'ja' },
  ])
})

test('duplicates are marked by name, by file and against earlier uploads', () => {
  const { rows } = listed(
    'file_name,title\na.mp4,Tide\na.mp4,Wave\nb.mp4,tide \nc.mp4,Salt',
    'a.mp4',
    'b.mp4',
    'c.mp4',
  )
  deepEqual([...findDuplicates(rows, ['SALT'])], ['2', '3', '4', '5'])
  deepEqual([...findDuplicates(rows.slice(2), [])], [])
})

test('numbers are accepted as people and spreadsheets write them', () => {
  const wholes = ['１，０００', ' ¥2,500 ', '1000部', '1 000']
  const rates = ['12%', '7.5', '7,5', '2,25 ％']
  deepEqual(wholes.map((typed) => parseNumber('number', typed)), [1_000, 2_500, 1_000, 1_000]) // oxfmt-ignore
  deepEqual(rates.map((typed) => parseNumber('rate', typed)), [12, 7.5, 7.5, 2.25]) // oxfmt-ignore
  for (const none of ['', ' ', 'ten', '1 to 5', '--', '2,5,0', '1,2500'])
    for (const kind of ['number', 'rate'] as const) equal(parseNumber(kind, none), Number.NaN, none)
  equal(parseNumber('number', '2,5'), Number.NaN)
  equal(parseNumber('rate', '1,000'), Number.NaN)
})

test('a royalty with a decimal comma is that royalty, and one that could be another is a fault', () => {
  const typed = { ...DEFAULT_CELLS, description: 'x', rental_creator_royalty_rate: '1,000' }
  const defaults = { ...typed, creator_royalty_rate: '2,5' }
  const { rows } = rowsOf({ files: [file('a.png')], list: undefined, brands, defaults })
  equal(fieldsOf(rows[0]!.cells).creator_royalty_rate, 2.5)
  deepEqual(faultsOf(rows[0]!, context).map(({ field }) => field), ['rental_creator_royalty_rate']) // oxfmt-ignore
})

test('a title with a waiting room needs a start of its sale', () => {
  const at = { ...DEFAULT_CELLS, description: 'x', sale_starting_at: '2030-02-01T21:00' }
  const faults = (cells: Cells) =>
    rowsOf({ files: [file('a.png')], list: undefined, brands, defaults: cells }).rows.map((row) =>
      faultsOf(row, { ...context, waiting_room: true }).map(
        ({ field, code }) => `${field} ${code}`,
      ),
    )
  deepEqual(faults({ ...at, sale_starting_at: '' }), [['sale_starting_at missing']])
  deepEqual(faults(at), [[]])
})

test('UP-12 a title with a price needs a brand and at least its lowest price', () => {
  const text = `title,description,file_name,sale_price,min_sellable_price
A,x,a.mp4,"¥2,400",
B,x,a.mp4,400,500
C,x,a.mp4,,
`
  const faultsWith = (defaults: Cells) => {
    const list = readTitleList(new TextEncoder().encode(text)).titles
    const { rows } = rowsOf({ files: [file('a.mp4')], list, brands, defaults })
    return rows.map((row) => faultsOf(row, context).map(({ field, code }) => `${field} ${code}`))
  }
  deepEqual(faultsWith(DEFAULT_CELLS), [[], ['sale_price wrong'], []])
  const without = { ...DEFAULT_CELLS, brand_id: '', sale_price: '' }
  const missing = 'brand_id missing'
  deepEqual(faultsWith(without), [[missing], [missing, 'sale_price wrong'], []])
})

test('a wrong number says which are allowed, and an end in the past is a fault', () => {
  const text = 'title,description,file_name,sale_price,min_sellable_price,sale_ending_at\n'
  const { rows } = listed(`${text}A,x,a.mp4,0,500,25.12.2025 20:00`, 'a.mp4')
  const names = { names: '2025-12-25T20:00' }
  deepEqual(
    faultsOf(rows[0]!, { ...context, limits: { ...limits, price_min: 10, price_max: 9_000 } }),
    [
      { field: 'sale_price', code: 'wrong', names: '0', bounds: [500, 9_000] },
      { field: 'sale_ending_at', code: 'wrong', ...names },
    ],
  )
})
