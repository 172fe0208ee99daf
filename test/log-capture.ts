import type { TestContext } from 'node:test'
import { logTo } from '#core/log.ts'

let lines: string[] = []

/** Returns the lines of the last test, whoever captured them, and forgets them. */
export function takeLines(): string[] {
  const taken = lines
  lines = []
  return taken
}

/** Prints only errors, while no test captures the log. */
export function logErrorsOnly() {
  logTo((line) => {
    lines.push(line)
    if (line.includes('"level":"error"')) process.stderr.write(`${line}\n`)
  })
}

/** Captures the log lines that contain `part`, until the test ends. */
export function captureLog(t: TestContext, part = ''): string[] {
  const captured: string[] = []
  logTo((line) => {
    lines.push(line)
    if (line.includes(part)) captured.push(line)
  })
  t.after(logErrorsOnly)
  return captured
}
