import type { DB } from './tables.ts'

/** The state machine of a table: each transition's action, and who may take it. Rows start as `new`. */
export interface Transitions {
  table: keyof DB
  steps: readonly (readonly [from: string, action: string, to: string, by: string])[]
}
export type StatusOf<M extends Transitions> = M['steps'][number][2]
export type ActionOf<M extends Transitions> = M['steps'][number][1]

/** Returns the status that an action leads to, or `undefined` if the action is not allowed. */
export function nextStatus(
  { steps }: Transitions,
  from: string,
  action: string,
  by: string,
): string | undefined {
  return steps.find((step) => step[0] === from && step[1] === action && step[3] === by)?.[2]
}
