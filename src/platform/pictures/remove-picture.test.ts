import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { addSeconds } from '#core/clock.ts'
import { createBrand, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { createCampaign, updateCampaign } from '#src/catalog/campaign/campaign.shared.ts'
import { createGroup, deleteGroup, updateGroup } from '#src/catalog/group/group.shared.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { plainPicture, storedKeys } from '../../../test/uploads.ts'

test('replaced and refused pictures of brands, groups and campaigns are deleted from storage once no page shows them', async (t) => {
  const { here, mika, brand } = await brandFixtures(t, 0, { role: 'web' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { id } = brand
  const background = '#20407c'
  const bytes = await sharp({ create: { width: 90, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = bytes.toString('base64')
  const first = await mika.call(updateBrand, { id, hero_image: picture })
  const set = { name: 'Set', brand_id: id, cover: picture }
  const [kept, gone] = [await mika.call(createGroup, set), await mika.call(createGroup, set)]
  const page = {
    slug: 'harbour-week',
    words: { en: { title: 'Harbour week', body: '' } },
    kids: [],
    groups: [],
    accepts_codes: false,
    is_published: true,
  }
  const campaign = await sora.call(createCampaign, { ...page, hero_image: picture })

  const second = await mika.call(updateBrand, { id, hero_image: picture })
  await mika.call(updateBrand, { id, name: 'Kita' })
  const cover = await mika.call(updateGroup, { id: kept.encrypted_id, cover: picture })
  await mika.call(deleteGroup, { id: gone.encrypted_id })
  const of = { id: campaign.id, is_published: false }
  const changed = await sora.call(updateCampaign, { ...of, hero_image: picture })
  equal((await sora.call(createCampaign, { ...page, hero_image: picture })).error?.code, 'campaign_slug_taken') // oxfmt-ignore
  const taken = { name: 'Kita', account: brand.account, hero_image: picture }
  equal((await mika.call(createBrand, taken)).error?.code, 'brand_account_taken')

  const bases = async () => {
    const keys = await storedKeys(here.integrations, 'media/')
    return new Set(keys.map((key) => key.replaceAll(/^media\/|-[^-]*$/g, '')))
  }
  await here.app.runDueJobs()
  const shown = [second.hero_picture, cover.cover_picture, changed.hero_picture].map(baseOf)
  const replaced = [first.hero_picture, kept.cover_picture, campaign.hero_picture]
  const before = [...replaced, gone.cover_picture].map(baseOf)
  const there = [...(await bases())]
  deepEqual(
    there.filter((base) => [...shown, ...before].includes(base)).toSorted(),
    [...shown, ...before].toSorted(),
    'open pages still show them',
  )
  equal(there.length, 9, 'the refused pictures are still stored, too')
  here.clock.now = addSeconds(here.clock.now, 3_601)
  equal(await runLaterJobs(here), 4 + 9) // four replaced pictures, and a check of each of the nine uploads a day later
  deepEqual(await bases(), new Set(shown))
})
test('a picture that is removed from a brand, group or campaign is deleted from storage once no page shows it', async (t) => {
  const { here, mika, brand } = await brandFixtures(t, 0, { role: 'web' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { id } = brand
  const picture = (await plainPicture(90, 30)).bytes.toString('base64')
  const words = { en: { title: 'Harbour week', body: '' } }
  const fields = { kids: [], groups: [], accepts_codes: false, is_published: true }
  await mika.call(updateBrand, { id, hero_image: picture })
  const set = await mika.call(createGroup, { name: 'Set', brand_id: id, cover: picture })
  const page = { slug: 'harbour-week', words, ...fields, hero_image: picture }
  const campaign = await sora.call(createCampaign, page)

  const gone = [
    (await mika.call(updateBrand, { id, hero_image: null })).hero_picture,
    (await mika.call(updateGroup, { id: set.encrypted_id, cover: null })).cover_picture,
    (await sora.call(updateCampaign, { id: campaign.id, hero_image: null })).hero_picture,
  ]
  deepEqual(gone, [null, null, null])
  equal((await sora.call(updateCampaign, { id: campaign.id, hero_image: null })).error, undefined)
  await here.app.runDueJobs()
  equal((await storedKeys(here.integrations, 'media/')).length, 9, 'open pages still show them')
  here.clock.now = addSeconds(here.clock.now, 3_601)
  equal(await runLaterJobs(here), 3 + 3) // three removed pictures, and a check of each upload a day later
  deepEqual(await storedKeys(here.integrations, 'media/'), [])
})

/** Runs all jobs of later times now, and returns their number. */
async function runLaterJobs({ app }: TestApp) {
  const { rowCount } = await app.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where run_at > now()`,
  )
  await app.runDueJobs()
  return rowCount
}

const baseOf = (picture: { base: string } | null) => picture!.base
