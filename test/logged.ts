import type { TestContext } from 'node:test'
import { logTo } from '#core/log.ts'

/** What tests let be seen of the log while nobody of them reads it. */
export function logErrorsOnly() {
  logTo((line) => {
    if (line.includes('"level":"error"')) process.stderr.write(`${line}\n`)
  })
}

/** From now on the lines of the log, those with this in them, until the test is over. */
export function logged(t: TestContext, part = ''): string[] {
  const lines: string[] = []
  logTo((line) => line.includes(part) && lines.push(line))
  t.after(logErrorsOnly)
  return lines
}
