import type { DB } from './tables.ts'

/** A table's states: which step leads from where to where, and who takes it. A row begins as new. */
export interface Transitions {
  table: keyof DB
  steps: readonly (readonly [from: string, action: string, to: string, by: string])[]
}
export type StatusOf<M extends Transitions> = M['steps'][number][2]
export type ActionOf<M extends Transitions> = M['steps'][number][1]

/** Where an act leads, or `undefined` where it is not allowed. */
export function nextStatus(
  { steps }: Transitions,
  from: string,
  action: string,
  by: string,
): string | undefined {
  return steps.find((step) => step[0] === from && step[1] === action && step[3] === by)?.[2]
}
