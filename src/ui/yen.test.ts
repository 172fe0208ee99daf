import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { formatCount, formatYen } from './yen.ts'

test('amounts and counts have a comma before each three digits', () => {
  equal(formatYen(0), '¥0')
  equal(formatYen(980), '¥980')
  equal(formatYen(-1_000), '−¥1,000')
  equal(formatYen(12_345_678), '¥12,345,678')
  equal(formatCount(999), '999')
  equal(formatCount(100_000), '100,000')
})
