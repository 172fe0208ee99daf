import { createContext } from 'react-router'

/** Logs a bug of a page. Set by `web.ts`, because built pages have a log of their own. */
export const pageBugContext = createContext<(error: unknown) => void>()
