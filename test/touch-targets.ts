import type { Page } from 'playwright-core'

/**
 * Returns what can be pressed on the page and is less than 44 pixels high or wide, with its size. A label
 * and a hit area drawn by `::after` count. Links in running text do not.
 */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('.sr-only, [popover]:not(:popover-open), [aria-hidden=true]') === null
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...element.parentElement!.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim().length > 1,
      )
    const sizeOf = (element: Element) => {
      const own = element.getBoundingClientRect()
      const label = element.closest('label')?.getBoundingClientRect()
      const after = getComputedStyle(element, '::after')
      const drawn = after.position === 'absolute' ? after : undefined
      const longest = (side: 'width' | 'height') =>
        Math.max(own[side], label?.[side] ?? 0, Number.parseFloat(drawn?.[side] ?? '0') || 0)
      return [longest('width'), longest('height')] as const
    }
    const targets = document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    )
    return [...targets]
      .filter((element) => shown(element) && !isInText(element))
      .map((element) => ({ element, size: sizeOf(element) }))
      .filter(({ size }) => size.some((length) => length > 2 && length < 43.5))
      .map(({ element, size }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent
        return `${element.tagName} “${name.trim().slice(0, 40)}” ${size.map(Math.round).join('×')}`
      })
  })
