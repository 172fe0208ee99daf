import type { DB } from './tables.ts'

/** A table's states: which step leads from where to where, and who takes it. A row begins as new. */
export interface Moves {
  table: keyof DB
  steps: readonly (readonly [from: string, act: string, to: string, by: string])[]
}
export type StatusOf<M extends Moves> = M['steps'][number][2]
export type ActOf<M extends Moves> = M['steps'][number][1]

/** Where an act leads, or `undefined` where it is not allowed. */
export function next({ steps }: Moves, from: string, act: string, by: string): string | undefined {
  return steps.find((step) => step[0] === from && step[1] === act && step[3] === by)?.[2]
}
