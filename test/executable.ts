import { existsSync } from 'node:fs'

const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The Chromium that `bin/setup` installed, or that is set. */
export const EXECUTABLE = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path))!
