import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { email } from './email.shared.ts'

const [L64, L65] = ['x'.repeat(64), 'x'.repeat(65)]

// oxfmt-ignore
const accepted = [
  ['ren@example.test',            'ren@example.test'],
  ['  Ren@Example.TEST \n',       'ren@example.test'],
  ["o'hara+7@mail.example.co.jp", "o'hara+7@mail.example.co.jp"],
  ['蓮@例え.テスト',                '蓮@xn--r8jz45g.xn--zckzah'],
  ['ren@bücher.example',          'ren@xn--bcher-kva.example'],
  [`${L64}@example.test`,         `${L64}@example.test`],
] as const
// oxfmt-ignore
const refused = [
  '', '@', 'ren', 'ren@', '@example.test', 'ren@example', 'ren@@example.test', 'ren@example..test',
  '.ren@example.test', 'ren.@example.test', 're..n@example.test', `${L65}@example.test`,
  `ren@${'x'.repeat(64)}.test`, `ren@${'long.'.repeat(60)}test`, 'ren@-example.test',
  'ren,mika@example.test', 'Ren <ren@example.test>', 'ren@example.test,mika@example.test',
  'ren@example.test\nBcc: mika@example.test', 're n@example.test', '"ren"@example.test', 'ren@127.0.0.1:25',
]

for (const [written, stored] of accepted)
  test(`the address ${JSON.stringify(written)} is stored as ${stored}`, () => {
    equal(email.parse(written), stored)
  })

test('an address that is none, or more than one, is refused', () => {
  for (const written of refused) equal(email.safeParse(written).success, false, written)
})
