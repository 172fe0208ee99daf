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

/** A file of JSON lines. An emulator writes a complete line before it answers. */
export interface Journal {
  entries: unknown[]
  append(line: unknown): void
  rewrite(lines: unknown[]): void
  close(): void
}

/**
 * Opens a journal and reads its entries. An incomplete last line, left by a killed process, is
 * dropped: it was never confirmed to a client.
 */
export function openJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true })
  const entries = readLines(path)
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
    entries,
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
