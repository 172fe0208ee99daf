import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { nextPath } from './next-path.ts'

test('SH-05 redirects stay on this site', () => {
  const table: [requested: unknown, path: string][] = [
    ['/asset?sort=new#top', '/asset?sort=new#top'],
    ['/', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/a\\..\\..', '/'],
    ['/a\r\nset-cookie: x', '/'],
    ['\t//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/..//evil.example', '/'],
    ['', '/'],
    [null, '/'],
  ]
  for (const [requested, path] of table) equal(nextPath(requested), path, String(requested))
})
