/** How a thing may change: who may take which step from where to where. */
export type Moves = readonly (readonly [from: string, act: string, to: string, by: string])[]
export type StatusOf<M extends Moves> = M[number][2]
export type ActOf<M extends Moves> = M[number][1]
export type RoleOf<M extends Moves> = M[number][3]

/** Where an act leads, or `undefined` where it is not allowed: buttons ask it, the server obeys it. */
export function next<M extends Moves>(
  moves: M,
  from: string,
  act: ActOf<M>,
  by: RoleOf<M>,
): StatusOf<M> | undefined {
  return moves.find((row) => row[0] === from && row[1] === act && row[3] === by)?.[2]
}
