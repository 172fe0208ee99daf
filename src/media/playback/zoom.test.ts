import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { distance, middle, panned, SCALE_MAX, WHOLE, zoomed } from './zoom.shared.ts'

const size = { width: 400, height: 200 }
const CENTRE = { x: 0, y: 0 }

test('PL-05 the point under the pointer stays there while a picture is magnified', () => {
  const view = zoomed(WHOLE, 2, { x: 100, y: 50 }, size)
  deepEqual(view, { scale: 2, x: -100, y: -50 })
  const shownAt = (100 - view.x) / view.scale
  equal(shownAt, 100)
  deepEqual(zoomed(view, 0.5, { x: 100, y: 50 }, size), WHOLE)
})

test('PL-05 a picture is never smaller than its frame, nor leaves it', () => {
  equal(zoomed(WHOLE, 0.1, CENTRE, size).scale, 1)
  equal(zoomed(WHOLE, 99, CENTRE, size).scale, SCALE_MAX)
  deepEqual(panned(WHOLE, { x: 50, y: 50 }, size), WHOLE)
  const twice = zoomed(WHOLE, 2, CENTRE, size)
  deepEqual(panned(twice, { x: 900, y: -900 }, size), { scale: 2, x: 200, y: -100 })
})

test('two fingers have a distance and a middle', () => {
  deepEqual(
    [distance({ x: 0, y: 0 }, { x: 3, y: 4 }), middle({ x: 0, y: 0 }, { x: 4, y: 2 })],
    [5, { x: 2, y: 1 }],
  )
})
