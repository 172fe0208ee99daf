// Writes the column of tests in docs/acceptance.md from the acceptance ids in test titles.
import { readFileSync, writeFileSync } from 'node:fs'
import { DOCUMENT, testsById, withTests } from '../test/acceptance.ts'

const text = readFileSync(DOCUMENT, 'utf8')
writeFileSync(DOCUMENT, withTests(text, testsById()))
