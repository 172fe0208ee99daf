/** A session of WebDriver, in the version of 2018 or in BiDi: both know actions, and name keys alike. */
export interface Driver {
  navigate: (address: string) => Promise<unknown>
  /** Evaluates an expression whose value is JSON. */
  read: <T>(expression: string) => Promise<T>
  /** Performs the actions of a pointer or a keyboard (https://www.w3.org/TR/webdriver2/#actions). */
  perform: (device: object) => Promise<unknown>
  /** Takes a picture of what shows: PNG in base64. */
  picture: () => Promise<string>
}

export interface OpenBrowser {
  version: string
  /** Opens a session that shares its cookies with no other one. */
  open: () => Promise<Driver>
  close: () => Promise<void>
}

export const SIZE = { width: 1_280, height: 900 } // CSS pixels
