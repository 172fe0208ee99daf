import { deepEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allMutations } from './mutations/all-mutations.ts'

const TITLE = /^ *test\(\s*(['`])(.+?)\1,/gm

test('every mutation names a source snippet that occurs once and a test that exists', () => {
  const texts = new Map<string, string>()
  const textOf = (path: string) => {
    if (!texts.has(path)) texts.set(path, readFileSync(path, 'utf8'))
    return texts.get(path)!
  }
  const lost = allMutations.flatMap(({ name, file, from, tests, only }) => {
    const times = textOf(file).split(from).length - 1
    const titles = tests.split(' ').flatMap((path) => [...textOf(path).matchAll(TITLE)])
    const isTested = titles.some(([, , title]) => new RegExp(only).test(title!))
    return times === 1 && isTested ? [] : [`${name}: ${isTested ? `occurs ${times} times` : only}`]
  })
  deepEqual(lost, [])
})
