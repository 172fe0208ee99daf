// Lets a guest, a buyer and an owner use a new demo world in Firefox and WebKit: `npm run
// browsers`. Prints what each could do and keeps pictures in `build/browsers`. Exits with 1 on a failure.
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launch, waitUntilStarted } from '../program.ts'
import { buyCopy, findTitle, watchFilm } from './journeys.ts'
import type { OpenBrowser } from './driver.ts'
import { openFirefox } from './firefox.ts'
import { tabOf } from './tab.ts'
import { openWebKit } from './webkit.ts'

const BROWSERS = { Firefox: openFirefox, WebKit: openWebKit }
const PICTURES = 'build/browsers'
const WIDTH = 24 // of a column

/** Faults without a remedy so far, which the operators' guide names ("Not proven"). */
const KNOWN = new Set(['WebKit: watch the film'])
const JOURNEYS = {
  'find a title': findTitle,
  'buy a copy': buyCopy,
  'watch the film': watchFilm,
}

const folder = mkdtempSync(join(tmpdir(), 'renban-browsers-'))
chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
const program = launch({ DATA_DIR: folder, PORT: '0' })
try {
  const { url } = await waitUntilStarted(program)
  await untilDemoIsMade()
  mkdirSync(PICTURES, { recursive: true })
  for (const [name, open] of Object.entries(BROWSERS)) await useBrowser(name, open, url)
} finally {
  program.kill('SIGTERM')
  if (program.exitCode === null) await once(program, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

/** Waits until the program says that all demo titles are out: its films take the processor until then. */
async function untilDemoIsMade() {
  console.log('Making the demo world …')
  for await (const line of createInterface(program.stdout!))
    if (line.endsWith(' demo titles are out')) break
  program.stdout!.resume() // a full pipe would stop the program
}

/** Prints a line for each journey in a browser: a guest's, and then those of one new person. */
async function useBrowser(name: string, open: () => Promise<OpenBrowser>, url: string) {
  const browser = await open().catch((error: Error) => {
    process.exitCode = 1
    console.log(`${name} could not be opened: ${error.message}`)
  })
  if (!browser) return
  const title = `${name} ${browser.version}`
  try {
    let tab = tabOf(await browser.open())
    for (const [journey, walk] of Object.entries(JOURNEYS)) {
      if (walk === buyCopy) tab = tabOf(await browser.open())
      const place = { tab, url, email: `${name.toLowerCase()}@renban.example` }
      const said = await walk(place).catch((error: Error) => {
        if (KNOWN.has(`${name}: ${journey}`)) return `known fault: ${error.message}`
        process.exitCode = 1
        return `FAILED: ${error.message}`
      })
      console.log(`${title.padEnd(WIDTH)} ${journey.padEnd(WIDTH)} ${said}`)
      const picture = `${PICTURES}/${name}-${journey.replaceAll(' ', '-')}.png`
      writeFileSync(picture, await tab.picture())
    }
  } finally {
    await browser.close()
  }
}
