import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { assert, bigInt, constantFrom, integer, property, uniqueArray } from 'fast-check'
import { addressAt, type Chain, isAddressOn, toFlowAddress } from './flow-address.ts'

// The published addresses of each chain's core contracts, in its accounts 1 to 4.
const PUBLISHED: Record<Chain, string[]> = {
  mainnet: ['0xe467b9dd11fa00df', '0xf233dcee88fe0abe', '0x1654653399040a61', '0xf919ee77447b7497'],
  testnet: ['0x8c5303eaa26202d6', '0x9a0766d93b6608b7', '0x7e60df042a9c0868', '0x912d5440f7e3769e'],
  emulator: [
    '0xf8d6e0586b0a20c7',
    '0xee82856bf20e2aa6',
    '0x0ae53cb6e3f42a79',
    '0xe5a8b7f23e8b548f',
  ],
}
const chains = Object.keys(PUBLISHED) as Chain[]
const indexes = integer({ min: 1, max: 2 ** 45 - 1 })

test('the first accounts of every chain have the addresses that Flow publishes', () => {
  for (const chain of chains)
    deepEqual(
      [1, 2, 3, 4].map((index) => addressAt(chain, index)),
      PUBLISHED[chain],
    )
})

test('an address is on its own chain and on no other', () => {
  assert(
    property(constantFrom(...chains), constantFrom(...chains), indexes, (of, on, index) => {
      equal(isAddressOn(on, addressAt(of, index)), of === on)
    }),
  )
})

test('up to six wrong bits in an address are detected', () => {
  const bits = uniqueArray(bigInt(0n, 63n), { minLength: 1, maxLength: 6 })
  assert(
    property(indexes, bits, (index, wrong) => {
      const word = wrong.reduce(
        (sum, bit) => sum ^ (1n << bit),
        BigInt(addressAt('mainnet', index)),
      )
      equal(isAddressOn('mainnet', `0x${word.toString(16)}`), false)
    }),
  )
})

test('malformed account numbers and addresses are refused', () => {
  for (const index of [0, -1, 1.5, 2 ** 45, Number.NaN])
    throws(() => addressAt('mainnet', index), RangeError)
  for (const text of ['', '0x', '0xe467b9dd11fa00df0', 'e467b9dd11fa00dg', ' 0xe467b9dd11fa00df'])
    equal(isAddressOn('mainnet', text), false, text)
  equal(isAddressOn('mainnet', '0x0'), false)
})

test('an address is normalized to one spelling', () => {
  equal(toFlowAddress('0xABC123DEF456'), '0x0000abc123def456')
  equal(toFlowAddress('e467b9dd11fa00df'), '0xe467b9dd11fa00df')
  equal(toFlowAddress('0xxe467b9dd11fa00d'), undefined)
})
