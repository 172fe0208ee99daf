import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, filtersOf, isNarrowed, readView } from './market-view.shared.ts'

const read = (search: string) => readView(new URLSearchParams(search))

test('GR-13 CO-01 page 3 of the market skips 48 titles and requests 16', () => {
  const { offset, limit } = filtersOf(read('page=3'))
  deepEqual({ offset, limit }, { offset: 48, limit: 16 })
})

test('GR-14 the URL keeps the filters, and a changed filter starts at the first page', () => {
  const view = read(
    'media_type=audio&listing_type=sale&on_sale=now&sort_by=price_low&price_min=500&q=sea&page=2',
  )
  deepEqual(read(addressOf(view, { page: 2 }).slice(1)), view)
  equal(
    addressOf(view, { media_type: undefined }),
    '/?listing_type=sale&on_sale=now&sort_by=price_low&price_min=500&q=sea',
  )
})

test('invalid values in the URL are ignored', () => {
  const wrong = read(
    'media_type=smell&listing_type=auction&on_sale=later&sort_by=worst&price_min=-5&price_max=1e9&page=-1&q=%20',
  )
  deepEqual(wrong, read(''))
  equal(isNarrowed(wrong), false)
  equal(addressOf(wrong), '/')
})
