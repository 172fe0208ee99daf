import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { listForSale, createTitle } from '../../../test/titles.ts'
import { storedKeys } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { openTextOutlines, wrapLines } from './text-outlines.ts'
import { getShareAddress, getSharedCopy } from './share.shared.ts'
import { renderSharePicture } from './share-picture.ts'

/** Creates a title by Mika of which Ren holds No. 7. */
async function shareFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [
    await here.person('Ren', { balance: 5_000 }),
    await here.person('Aoi', { balance: 5_000 }),
  ]
  const film = await createTitle(here, mika, { copies: 100, price: 1_000 })
  await ren.call(purchaseForFree, film.order(7, 1_000))
  const asset_token_id = film.tokens.get(7)!
  const tokenIn = ({ path }: { path: string }) => path.replace('/copies/', '')
  return { here, mika, ren, aoi, film, asset_token_id, tokenIn }
}

test('a holder shares a copy with or without their name, and nobody else can get its address', async (t) => {
  const { here, ren, aoi, mika, asset_token_id, tokenIn } = await shareFixtures(t)
  for (const who of [aoi, mika])
    equal((await who.call(getShareAddress, { asset_token_id })).error?.code, 'not_owner')
  const plain = tokenIn(await ren.call(getShareAddress, { asset_token_id }))
  const named = tokenIn(await ren.call(getShareAddress, { asset_token_id, show: 'name' }))

  const { number, copies_count, holder } = await here.call(getSharedCopy, { token: plain })
  deepEqual([number, copies_count, holder], [7, 100, null])
  equal((await here.call(getSharedCopy, { token: named })).holder, 'Ren')
  const forged = `${plain.slice(0, 32)}n${plain.slice(33)}` // claims the right to show the name
  for (const token of [forged, plain.toUpperCase(), plain.slice(1), `${plain}0`, 'x'])
    equal((await here.call(getSharedCopy, { token })).error?.code, 'not_found')
})

test('a share address ends when the copy changes hands or its title is withdrawn', async (t) => {
  const { here, ren, aoi, film, asset_token_id, tokenIn } = await shareFixtures(t)
  const token = tokenIn(await ren.call(getShareAddress, { asset_token_id }))
  await listForSale(here, ren, [asset_token_id], 1_000)
  const resale = { ...film.order(7, 1_000), owner_account_id: ren.account_id }
  await aoi.call(purchaseForFree, resale)
  equal((await here.call(getSharedCopy, { token })).error?.code, 'not_found')

  const next = tokenIn(await aoi.call(getShareAddress, { asset_token_id }))
  equal((await here.call(getSharedCopy, { token: next })).number, 7)
  const gone = { published_at: null }
  await here.app.db.updateTable('asset').set(gone).where('kid', '=', film.kid).execute()
  equal((await here.call(getSharedCopy, { token: next })).error?.code, 'not_found')
  equal((await fetch(`${here.url}/copies/${next}/picture.png`)).status, 404)
})

test('the shared picture has the size that other sites expect, is cacheable and is rendered once', async (t) => {
  const { here, mika, ren, film, asset_token_id } = await shareFixtures(t)
  const { picture } = await ren.call(getShareAddress, { asset_token_id })
  const get = async () => {
    const response = await fetch(here.url + picture)
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const { response, bytes } = await get()
  deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'])
  match(response.headers.get('cache-control')!, /^public, max-age=\d+$/)
  const { width, height, format } = await sharp(bytes).metadata()
  deepEqual([width, height, format], [1_200, 630, 'png'])
  ok((await get()).bytes.equals(bytes))
  const { storage } = here.integrations
  const kept = { ...storage }
  storage.put = () => Promise.reject(new Error('the picture was rendered again'))
  equal((await get()).response.status, 200)
  Object.assign(storage, kept)

  await mika.call(updateAsset, { kid: film.kid, title: 'Last Train to Nemuro' })
  const renamed = await get()
  notEqual(Buffer.compare(renamed.bytes, bytes), 0)
  equal((await storedKeys(here.integrations, 'share/')).length, 1, 'the older one is deleted')
})

const shown = {
  kid: '',
  title: 'Title',
  number: 7,
  first_number: 1,
  copies_count: 100,
  holder: null,
  brand_name: null,
  owned_since: '',
  media_type: 'video' as const,
  obi: 'gunjo',
  poster: null,
}

test('the shared picture has the strip, the number and the seal in the title’s colours', async () => {
  const raw = async (copy: typeof shown) =>
    sharp(await renderSharePicture(copy, undefined))
      .removeAlpha()
      .raw()
      .toBuffer()
  const at = (pixels: Buffer, x: number, y: number) =>
    pixels
      .readUIntBE((y * 1_200 + x) * 3, 3)
      .toString(16)
      .padStart(6, '0')
  const [seven, eight, kinari] = await Promise.all([
    raw(shown),
    raw({ ...shown, number: 8 }),
    raw({ ...shown, obi: 'kinari' }),
  ])
  equal(at(seven, 10, 600), '20407c')
  equal(at(kinari, 10, 600), 'e8dfc8')
  const differ = (left: number, right: number) => {
    let count = 0
    for (let y = 0; y < 630; y++)
      for (let x = left; x < right; x++) if (at(seven, x, y) !== at(eight, x, y)) count++
    return count
  }
  ok(differ(0, 132) > 50, 'the number on the strip')
  ok(differ(692, 1_200) > 50, 'the number beside the work')
  ok(differ(132, 636) > 50, 'the number in place of the work')
  let vermilion = 0
  for (let y = 478; y < 574; y++)
    for (let x = 1_048; x < 1_144; x++) if (at(seven, x, y) === 'd93a22') vermilion++
  ok(vermilion > 1_000 && vermilion < 8_000, 'the seal, and its figure in it')
})

test('long titles wrap by the rules of their language and end in an ellipsis if cut', async () => {
  const letters = await openTextOutlines()
  const rule = { size: 40, width: 400, lines: 2 }
  deepEqual(wrapLines(letters, 'Seven rains', rule), ['Seven rains'])
  for (const text of [
    'A film about a very long night on a train to the east',
    '根室行き最終列車'.repeat(5),
    'x'.repeat(90),
  ]) {
    const lines = wrapLines(letters, text, rule)
    equal(lines.length, 2)
    ok(lines.every((line) => letters.widthOf(line, 40) <= 400))
    match(lines[1]!, /…$/)
  }
  const line = (text: string) => letters.line(text, { x: 0, y: 0, size: 40 })
  equal(line('مرحبا'), line('〓〓〓〓〓')) // missing glyphs show as a placeholder
})

test('Japanese lines begin with neither small kana, long vowel marks nor closing punctuation', async () => {
  const letters = await openTextOutlines()
  const wrap = (text: string, width: number) =>
    wrapLines(letters, text, { size: 40, width, lines: 20 })
  const sentences = [
    'きょうはちょっとだけ、スーパーヒーローになった。',
    '「もう帰ろう」と、彼女は言った（小さな声で）。',
    '東京・大阪・京都をめぐる、ファーストキスの物語！？',
    '人々は時々、『ディスコティック』で踊ッた…。',
  ]
  for (const sentence of sentences)
    for (let width = 160; width <= 480; width += 20) {
      const lines = wrap(sentence, width)
      equal(lines.join(''), sentence)
      ok(lines.every((line) => letters.widthOf(line, 40) <= width))
      for (const line of lines) {
        doesNotMatch(line, /^[ぁぃぅぇぉっゃゅょァィゥェォッャュョー々、。・…！？」』）]/)
        doesNotMatch(line, /[「『（]$/)
      }
    }
  deepEqual(wrap('スーパーヒーロー', 200), ['スーパー', 'ヒーロー'])
  deepEqual(wrap('Last Train 最終列車', 240), ['Last Train', '最終列車'])
})

test('a letter of several code points is not cut in half', async () => {
  const letters = await openTextOutlines()
  const [line] = wrapLines(letters, '🎬'.repeat(30), { size: 40, width: 400, lines: 1 })
  match(line!, /^(🎬)+…$/u)
})
