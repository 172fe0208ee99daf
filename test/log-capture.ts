import type { TestContext } from 'node:test'
import { logTo } from '#core/log.ts'

/** Prints only errors, while no test captures the log. */
export function logErrorsOnly() {
  logTo((line) => {
    if (line.includes('"level":"error"')) process.stderr.write(`${line}\n`)
  })
}

/** Captures the log lines that contain `part`, until the test ends. */
export function captureLog(t: TestContext, part = ''): string[] {
  const lines: string[] = []
  logTo((line) => line.includes(part) && lines.push(line))
  t.after(logErrorsOnly)
  return lines
}
