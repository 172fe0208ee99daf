import { useSyncExternalStore } from 'react'

/** Tells if the server renders the page, or React is taking over what the server has rendered. */
export const useHydrating = () => useSyncExternalStore(neverChanges, isDone, isHydrating)

/** Tells if React has taken over the page, without rendering anew when it has. */
export const isTakenOver = () =>
  typeof document !== 'undefined' && 'alive' in document.documentElement.dataset

const neverChanges = () => () => {}
const isDone = () => false
const isHydrating = () => true
