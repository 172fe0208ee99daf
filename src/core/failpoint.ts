let armed: string | undefined
let kill: () => void = () => {}

/** Kills the process here if this failpoint is armed, so that tests can prove that nothing is lost. */
export function failpoint(name: string) {
  if (name === armed) kill()
}

/** Arms one failpoint. Called by `main.ts` from the environment, never in production. */
export function armFailpoint(name: string | undefined, action: () => void) {
  armed = name
  kill = action
}
