import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../program.ts'
import type { Driver } from './driver.ts'

/** How long a tab waits for what it is told to see or press. */
export const PATIENCE_SECONDS = 60
const SETTLED_MS = 200
/** The characters that stand for keys in WebDriver. */
const KEYS = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' }

export type Tab = ReturnType<typeof tabOf>

/** Lets a person use a browser. Elements are found by XPath. */
export function tabOf({ navigate, read, perform, picture }: Driver) {
  /** Returns the centre of the first element that shows, in CSS pixels. */
  const see = (path: string) =>
    eventually(async () => {
      const place = await read<{ x: number; y: number } | null>(centreOf(path))
      if (!place) throw new Error(`nothing shows at ${path}`)
      return place
    }, PATIENCE_SECONDS)
  const type = (text: string) =>
    perform({
      type: 'key',
      id: 'keyboard',
      actions: Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    })
  /** Waits until an element no longer moves, as pictures above it load. */
  async function settled(path: string) {
    for (let last = await see(path); ;) {
      await sleep(SETTLED_MS)
      const next = await see(path)
      if (next.x === last.x && next.y === last.y) return next
      last = next
    }
  }
  async function click(path: string) {
    const place = await settled(path)
    const move = { type: 'pointerMove', ...place }
    const presses = ['pointerDown', 'pointerUp'].map((one) => ({ type: one, button: 0 }))
    await perform({ type: 'pointer', id: 'mouse', actions: [move, ...presses] })
  }
  return {
    read,
    see,
    click,
    /** Opens an address, and waits until the page reacts to presses. */
    async goto(address: string) {
      await navigate(address)
      await eventually(async () => {
        const isAlive = await read<boolean>('"alive" in document.documentElement.dataset')
        if (!isAlive) throw new Error(`${address} does not react`)
      }, PATIENCE_SECONDS)
    },
    /** Types into an empty field. */
    async fill(path: string, text: string) {
      await click(path)
      await type(text)
    },
    press: (key: keyof typeof KEYS) => type(KEYS[key]),
    picture: async () => Buffer.from(await picture(), 'base64'),
  }
}

/** Finds an element that nothing covers, after scrolling to it. */
const centreOf = (path: string) => `(() => {
  const found = document.evaluate(${JSON.stringify(path)}, document, null, 7, null)
  for (let i = 0; i < found.snapshotLength; i++) {
    const element = found.snapshotItem(i)
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
    if (element.contains(document.elementFromPoint(x, y))) return { x, y }
  }
  return null
})()`

export const link = (name: string) => `//a[${named(name)}]`
export const button = (name: string) => `//button[${named(name)}]`
export const heading = (text: string) => `//*[self::h1 or self::h2][${named(text)}]`
export const dialog = (title: string) => `//*[@role="dialog"][.${heading(title)}]`
/** Finds the field that a label or its own `aria-label` names. */
export const field = (label: string) =>
  `//input[not(@type="hidden")][@aria-label="${label}" or @id=//label[contains(., "${label}")]/@for]`

/** Compares the text or the `aria-label`. A name that ends in `…` is only a beginning. */
function named(name: string): string {
  const texts = ['normalize-space(.)', 'normalize-space(@aria-label)']
  if (!name.endsWith('…')) return texts.map((text) => `${text}="${name}"`).join(' or ')
  return texts.map((text) => `starts-with(${text}, "${name.slice(0, -1)}")`).join(' or ')
}
