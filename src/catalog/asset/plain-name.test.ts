import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import { beginUpload } from '#src/media/upload/upload.shared.ts'
import { uploadForm } from '../../../test/uploads.ts'
import { createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'
import { updateAsset } from './asset.shared.ts'
import { plainLines, plainName } from '#core/plain-name.shared.ts'

// oxfmt-ignore
const NAMES: [what: string, given: string, kept: string | null][] = [
  ['reversed words',                      '\u202etxt.4pm\u202c Night',  'txt.4pm Night'],
  ['words in a direction isolate',        '\u2066Night\u2069 Train',    'Night Train'],
  ['a bell and a line break',            'Night\u0007\nTrain',         'Night Train'],
  ['an invisible gap',                    'Night\u200b\u2060 Train',    'Night Train'],
  ['a soft hyphen',                      'Harb\u00adour',              'Harbour'],
  ['many spaces, one of them wide',      '  海\u3000\u3000の 本  ',     '海 の 本'],
  ['an emoji family with joiners',        '👨\u200d👩\u200d👧',           '👨\u200d👩\u200d👧'],
  ['Persian with half spaces',            'می\u200cخواهم',              'می\u200cخواهم'],
  ['only invisible gaps',                 '\u200b\ufeff\u3164',         null],
  ['only joiners',                        '\u200d\ufe0f',               null],
  ['an empty braille cell',              '\u2800 \u2800',              null],
]
for (const [what, given, kept] of NAMES)
  test(`a name of ${what} is ${kept === null ? 'refused' : 'kept as it appears'}`, () =>
    equal(plainName(40).safeParse(given).data ?? null, kept))

test('UP-14 lines are kept as they appear, without empty ones, up to a number of lines', () => {
  const lines = plainLines(40, 3)
  const given = '  Director: Mika\u200b Sato\r\n\n\u202e\n音楽：佐藤ミカ '
  equal(lines.parse(given), 'Director: Mika Sato\n音楽：佐藤ミカ')
  equal(lines.parse(' \n'), '')
  equal(lines.safeParse('a\nb\nc').success, true)
  equal(lines.safeParse('a\nb\nc\nd').success, false)
  equal(lines.safeParse('a'.repeat(41)).success, false)
})

test('an invisible name is refused for titles, brands and groups', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 1 })
  const brand = await mika.call(createBrand, { name: 'Kita\u200b Eiga', account: 'kita' })
  equal(brand.name, 'Kita Eiga')

  const none = '\u2060\u200d'
  const note = { name: 'a.png', type: 'image/png', bytes: Buffer.from('a picture') }
  const answers = await Promise.all([
    mika.call(updateAsset, { kid, title: none }),
    mika.call(beginUpload, uploadForm(mika, note, { title: none })),
    mika.call(createBrand, { name: none, account: 'none' }),
    mika.call(createGroup, { name: none, brand_id: brand.id }),
  ])

  for (const { error } of answers) equal(error?.code, 'input_invalid')
})
