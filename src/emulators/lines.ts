import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** A file of JSON lines: a line is written whole before anybody is answered. */
export interface Lines {
  kept: unknown[]
  append(line: unknown): void
  rewrite(lines: unknown[]): void
  close(): void
}

/**
 * Opens a journal and what earlier processes left in it. A process killed while it wrote leaves a
 * last line without its end; nobody was told of it, so it is dropped.
 */
export function openLines(path: string): Lines {
  mkdirSync(dirname(path), { recursive: true })
  const kept = readLines(path)
  let file = openSync(path, 'a')

  function rewrite(lines: unknown[]) {
    const fresh = openSync(`${path}.new`, 'w')
    for (const line of lines) writeSync(fresh, textOf(line))
    fsyncSync(fresh)
    closeSync(fresh)
    renameSync(`${path}.new`, path)
    closeSync(file)
    file = openSync(path, 'a')
  }
  return {
    kept,
    rewrite,
    append: (line) => writeSync(file, textOf(line)),
    close: () => closeSync(file),
  }
}

function readLines(path: string): unknown[] {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
}

const textOf = (line: unknown) => `${JSON.stringify(line)}\n`
