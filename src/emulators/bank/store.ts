import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLines } from '#src/emulators/lines.ts'
import type { Answer, Answers } from './transfer-file.ts'

/** A transfer file that the bank has taken, and what it said of its transfers so far. */
export interface Received {
  id: string
  received_at: string
  answers: Answers
}
type Line = { id: string; received_at: string } | { id: string; answers: [number, Answer][] }

export type Store = ReturnType<typeof openStore>

/**
 * Opens what the bank has been given: the files as they came, and a journal of when they did and
 * how each transfer was answered. A file is known by its line, which is written after its bytes.
 */
export function openStore(dir: string) {
  const lines = openLines(join(dir, 'bank.jsonl'))
  const files = new Map<string, Received & { answers: Map<number, Answer> }>()
  const fileOf = (id: string) => join(dir, `${id}.txt`)

  function apply(line: Line) {
    if ('received_at' in line) files.set(line.id, { ...line, answers: new Map() })
    else
      for (const [reference, answer] of line.answers)
        files.get(line.id)!.answers.set(reference, answer)
  }
  function write(line: Line) {
    lines.append(line)
    apply(line)
  }
  for (const line of lines.kept as Line[]) apply(line)

  return {
    files: files as ReadonlyMap<string, Received>,
    /** The bytes as they came, for a file that is in `files`. */
    bytesOf: (id: string): Buffer => readFileSync(fileOf(id)),
    receive(bytes: Buffer): string {
      const id = randomUUID()
      writeFileSync(fileOf(id), bytes, { mode: 0o600 })
      write({ id, received_at: new Date().toISOString() })
      return id
    },
    answer: (id: string, answers: [number, Answer][]) => write({ id, answers }),
    close: () => lines.close(),
  }
}
