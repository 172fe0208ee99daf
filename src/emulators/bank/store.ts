import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openJournal } from '#src/emulators/journal.ts'
import type { Answer, Answers } from './transfer-file.ts'

/** A transfer file that the bank has accepted, and its answers so far. */
export interface Received {
  id: string
  received_at: string
  answers: Answers
}
type Line = { id: string; received_at: string } | { id: string; answers: [number, Answer][] }

export type Store = ReturnType<typeof openStore>

/**
 * Opens the bank's data: the files as received, and a journal of their times and answers. A file
 * exists once its journal line is written, which happens after its bytes.
 */
export function openStore(dir: string) {
  const journal = openJournal(join(dir, 'bank.jsonl'))
  const files = new Map<string, Received & { answers: Map<number, Answer> }>()
  const fileOf = (id: string) => join(dir, `${id}.txt`)

  function apply(line: Line) {
    if ('received_at' in line) files.set(line.id, { ...line, answers: new Map() })
    else
      for (const [reference, answer] of line.answers)
        files.get(line.id)!.answers.set(reference, answer)
  }
  function write(line: Line) {
    journal.append(line)
    apply(line)
  }
  for (const line of journal.entries as Line[]) apply(line)

  return {
    files: files as ReadonlyMap<string, Received>,
    /** Returns the bytes of a file in `files`, as received. */
    bytesOf: (id: string): Buffer => readFileSync(fileOf(id)),
    receive(bytes: Buffer): string {
      const id = randomUUID()
      writeFileSync(fileOf(id), bytes, { mode: 0o600 })
      write({ id, received_at: new Date().toISOString() })
      return id
    },
    answer: (id: string, answers: [number, Answer][]) => write({ id, answers }),
    close: () => journal.close(),
  }
}
