import { existsSync } from 'node:fs'

const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The Chromium named by `CHROMIUM`, or the one that `bin/setup` installed. */
export const CHROMIUM_PATH = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path))!
