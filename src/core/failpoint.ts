let armed: string | undefined
let strike: () => void = () => {}

/** A named place where the process may be made to die, to prove that nothing is lost there. */
export function failpoint(name: string) {
  if (name === armed) strike()
}

/** Arms one failpoint; `main.ts` does, from the environment and never in production. */
export function armFailpoint(name: string | undefined, action: () => void) {
  armed = name
  strike = action
}
