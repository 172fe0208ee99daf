import { equal, fail, ok } from 'node:assert/strict'
import { eventually } from '../program.ts'
import { button, dialog, field, heading, link, PATIENCE_SECONDS, type Tab } from './tab.ts'

const FILM = 'Last Train to Nemuro' // of the demo world, which sells copies of it
const CARD = '4242 4242 4242 4242' // pays
const STOPS_MAX = 60 // of the Tab key

/** Where a journey takes place. */
export interface Place {
  tab: Tab
  /** The origin of the program. */
  url: string
  /** The address of a person who has never been there. */
  email: string
}

/** A guest finds a title by search, changes the language, and opens a dialog by keyboard. */
export async function findTitle({ tab, url }: Place) {
  await tab.goto(`${url}/`)
  await search(tab)
  await tab.see(heading(FILM))
  await tab.click(button('日本語'))
  await tab.see(link('ログイン'))
  equal(await tab.read('document.documentElement.lang'), 'ja')
  await tab.see(heading(FILM))

  await tab.click(button('English'))
  await tab.see(link('Sign in'))
  await tabTo(tab, 'Sign in')
  await tab.press('Enter')
  await tab.see(dialog('Sign in'))
  await tab.press('Escape')
  await until(tab, '!document.querySelector("[role=dialog]")', 'Escape closes the dialog')
  equal(await tab.read('document.activeElement.textContent'), 'Sign in')
  return 'finds, reads in Japanese, opens and closes the dialog'
}

/** A new person signs in with the mailed code and buys a copy with a card. */
export async function buyCopy({ tab, url, email }: Place) {
  await tab.goto(`${url}/login`)
  await tab.fill(field('Email'), email)
  await tab.click(button('Send the code'))
  await tab.fill(field('6-digit code'), await codeFor(url, email))
  await until(tab, 'location.pathname === "/"', 'the code signs in')

  await search(tab)
  await tab.click(link('Buy No.…'))
  await tab.see(heading('Confirm your purchase'))
  await tab.click(button('Buy No.…'))
  await tab.fill('//input[@name="card_number"]', CARD)
  await tab.click(button('Pay…'))
  await tab.see('//h1[contains(., "is yours")]')
  await tab.click(link('My collection'))
  await tab.see(heading('My collection'))
  await tab.see(`//main//a[contains(., "${FILM}")]`)
  return 'signs in, pays, owns the copy'
}

/** Its owner watches the film. Returns how, or what the page says if the browser cannot play it. */
export async function watchFilm({ tab }: Place) {
  await tab.click(`//main//a[contains(., "${FILM}")]`)
  await tab.click(link('Watch'))
  const { trouble, frames, keys } = await eventually(async () => {
    const state = await stateOf(tab)
    ok(state.seconds > 2 || state.trouble, `the film stands still at ${state.seconds} s`)
    return state
  }, PATIENCE_SECONDS)
  if (trouble) return `cannot play it, and says: ${trouble}`
  ok(frames > 0, 'the film has no picture')
  return `plays with ${keys}`
}

/** Searches for the film and opens it. */
async function search(tab: Tab) {
  await tab.fill(field('Search titles and brands'), 'Nemuro')
  await tab.press('Enter')
  await tab.see(heading('Results for “Nemuro”'))
  await tab.click(link(FILM))
}

interface Playing {
  /** The position. */
  seconds: number
  frames: number
  /** What the page says if nothing plays. */
  trouble: string
  keys: 'Clear Key' | 'AES-128 keys'
}

const stateOf = (tab: Tab) =>
  tab.read<Playing>(`(() => {
    const video = document.querySelector('video')
    const asked = performance.getEntriesByType('resource').map(({ name }) => name)
    return {
      seconds: video?.currentTime ?? 0,
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      trouble: document.querySelector('.player-trouble')?.innerText ?? '',
      keys: asked.some((name) => name.includes('/drm/clearkey')) ? 'Clear Key' : 'AES-128 keys',
    }
  })()`)

/** Presses Tab until the element of that name has the focus. */
async function tabTo(tab: Tab, name: string) {
  for (let stops = 0; stops < STOPS_MAX; stops++) {
    await tab.press('Tab')
    if ((await tab.read('document.activeElement.textContent')) === name) return
  }
  throw new Error(`the Tab key does not reach “${name}”`)
}

const until = (tab: Tab, condition: string, what: string) =>
  eventually(async () => ok(await tab.read(condition), `not true: ${what}`), PATIENCE_SECONDS)

/** Returns the code that was mailed to an address. */
const codeFor = (url: string, email: string) =>
  eventually(async () => {
    const response = await fetch(`${url}/dev/inbox.json?to=${encodeURIComponent(email)}`)
    const [mail] = (await response.json()) as { code: string | null }[]
    return mail?.code ?? fail(`no code was mailed to ${email}`)
  }, PATIENCE_SECONDS)
