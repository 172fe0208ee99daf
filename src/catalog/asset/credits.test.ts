import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { creditsIn } from './credits.shared.ts'

test('UP-14 a credit has its role before the first colon, of half or full width', () => {
  const text =
    'Director: Mika Sato\n音楽：佐藤ミカ\nSound : Ren: The Band\nThanks to all\nCast:\nhttps://renban.test\nShot at 05:30'
  deepEqual(creditsIn(text), [
    { role: 'Director', name: 'Mika Sato' },
    { role: '音楽', name: '佐藤ミカ' },
    { role: 'Sound', name: 'Ren: The Band' },
    { role: '', name: 'Thanks to all' },
    { role: '', name: 'Cast:' },
    { role: '', name: 'https://renban.test' },
    { role: '', name: 'Shot at 05:30' },
  ])
  deepEqual(creditsIn(''), [])
})
