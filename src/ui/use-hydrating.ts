import { useSyncExternalStore } from 'react'

/**
 * Returns what only a browser knows and never changes. While React takes over the server's page, returns
 * `onServer`. Each of both returns the same value, or object, each time.
 */
export const useInBrowser = <Value>(read: () => Value, onServer: () => Value): Value =>
  useSyncExternalStore(neverChanges, read, onServer)

/** Tells if the server renders the page, or React is taking over what the server has rendered. */
export const useHydrating = () => useInBrowser(isDone, isHydrating)

/** Tells if React has taken over the page, without rendering anew when it has. */
export const isTakenOver = () =>
  typeof document !== 'undefined' && 'alive' in document.documentElement.dataset

const neverChanges = () => () => {}
const isDone = () => false
const isHydrating = () => true
