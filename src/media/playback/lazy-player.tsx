import { lazy } from 'react'
import { loadLibrary } from './library.tsx'

/** Loads the player and the library that it streams with, both at once. */
export async function loadPlayer() {
  void loadLibrary().catch(() => {}) // the player asks again, and reports the failure
  return import('./player.tsx')
}

/** The player, whose code is loaded when it is first shown. */
export const LazyPlayer = lazy(() => loadPlayer().then(({ Player }) => ({ default: Player })))
