import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { addSeconds } from '#core/clock.ts'
import { createBrand, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { createCampaign, updateCampaign } from '#src/catalog/campaign/campaign.shared.ts'
import { createGroup, deleteGroup, updateGroup } from '#src/catalog/group/group.shared.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { storedKeys } from '../../../test/uploads.ts'

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
  const { rowCount } = await here.app.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where run_at > now()`,
  )
  equal(rowCount, 4 + 9) // four replaced pictures, and a check of each of the nine uploads a day later
  await here.app.runDueJobs()
  deepEqual(await bases(), new Set(shown))
})

const baseOf = (picture: { base: string } | null) => picture!.base
