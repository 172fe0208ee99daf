import { globSync, readFileSync } from 'node:fs'

export const DOCUMENT = 'docs/acceptance.md'

/** A row of the acceptance document. */
export interface AcceptanceRow {
  id: string
  state: 'works' | 'partly' | 'planned'
  /** The part that is missing; empty unless the row works partly. */
  missing: string
  /** The text of the last column. */
  tests: string
}

const ROW = /^\| ([A-Z]{2}-\d{2}) \|.*\| (works|partly|planned)(?:: ([^|]*))? \| ([^|]*)\|$/
// A title as the argument of `test`, or at the start of a row in a table of cases.
const TITLE = /(?:\btest\(\s*|^\s*\[?)(['"`])((?:[A-Z]{2}-\d{2} )+)/gm

/** Returns the rows of the document, in order. Throws on a malformed table row. */
export function rowsIn(text: string): AcceptanceRow[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('| ') || /^\| (Id|---) /.test(line)) return []
    const hit = ROW.exec(line)
    if (!hit) throw new Error(`${DOCUMENT}: not a row: ${line}`)
    const [, id, state, missing = '', tests] = hit
    return [{ id: id!, state: state as AcceptanceRow['state'], missing, tests: tests!.trim() }]
  })
}

/** Returns the test files by acceptance id, read from the start of each test's title. */
export function testsById(files = testFiles()): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [path, text] of files)
    for (const [, , ids] of text.matchAll(TITLE))
      for (const id of ids!.trim().split(' ')) {
        const paths = found.get(id) ?? []
        if (!paths.includes(path)) found.set(id, [...paths, path])
      }
  return found
}

/** Returns the document with its column of tests filled from the titles. */
export function withTests(text: string, tests: Map<string, string[]>): string {
  return text
    .split('\n')
    .map((line) => {
      const id = ROW.exec(line)?.[1]
      return id ? line.replace(/[^|]*\|$/, ` ${columnOf(tests.get(id))}|`) : line
    })
    .join('\n')
}

const columnOf = (paths: string[] = []) => paths.map((path) => `\`${path}\``).join(', ') + ' '

function testFiles(): [path: string, text: string][] {
  const paths = globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).toSorted()
  return paths.map((path) => [path, readFileSync(path, 'utf8')])
}
