import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { after } from '#core/clock.ts'
import { updateBrand } from '../brand/brand.shape.ts'
import { createGroup, deleteGroup, updateGroup } from '../group/group.shape.ts'
import { studio } from '../../test/groups.ts'
import { storedKeys } from '../../test/uploads.ts'

test('another picture of a brand or group makes room for itself once no page shows the one before', async (t) => {
  const { here, mika, brand } = await studio(t, 0, { role: 'web' })
  const { id } = brand
  const background = '#20407c'
  const bytes = await sharp({ create: { width: 90, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = bytes.toString('base64')
  const first = await mika.call(updateBrand, { id, hero_image: picture })
  const set = { name: 'Set', brand_id: id, cover: picture }
  const [kept, gone] = [await mika.call(createGroup, set), await mika.call(createGroup, set)]

  const second = await mika.call(updateBrand, { id, hero_image: picture })
  await mika.call(updateBrand, { id, name: 'Kita' })
  const cover = await mika.call(updateGroup, { id: kept.encrypted_id, cover: picture })
  await mika.call(deleteGroup, { id: gone.encrypted_id })

  const bases = async () => {
    const keys = await storedKeys(here.outside, 'media/')
    return new Set(keys.map((key) => key.replaceAll(/^media\/|-[^-]*$/g, '')))
  }
  await here.house.workOff()
  const shown = [second.hero_picture!.base, cover.cover_picture!.base]
  const before = [first.hero_picture!.base, kept.cover_picture!.base, gone.cover_picture!.base]
  deepEqual(await bases(), new Set([...shown, ...before]), 'open pages still show them')
  here.clock.now = after(here.clock.now, 3_601)
  const { rowCount } = await here.house.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where run_at > now()`,
  )
  equal(rowCount, 3)
  await here.house.workOff()
  deepEqual(await bases(), new Set(shown))
})
