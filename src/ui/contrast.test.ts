import { equal, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const TEXT = 4.5 // WCAG 2.2, 1.4.3
const SHAPE = 3 // WCAG 2.2, 1.4.11

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** All `--color-…: light-dark(#…, #…)` of the style sheet. */
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
)

/**
 * The background and digit colours of each obi; equal for both themes unless the style sheet names
 * two.
 */
const obis = [...css.matchAll(/\[data-obi='(\w+)'\] \{([^}]+)\}/g)].map(([, name, rules]) => {
  const colourOf = (part: string) => {
    const found = new RegExp(`--obi-${part}: (?:light-dark\\()?(#\\w{6})(?:, (#\\w{6}))?`).exec(
      rules!,
    )
    return { light: found![1]!, dark: found![2] ?? found![1]! }
  }
  return { name: name!, strip: colourOf('strip'), figure: colourOf('figure') }
})

// oxfmt-ignore
const pairs: [front: string, back: string[], least: number][] = [
  ['ink',       ['paper', 'sheet', 'well', 'mat'],  TEXT],
  ['ink-2',     ['paper', 'sheet', 'well'],         TEXT],
  ['ink-3',     ['paper', 'sheet', 'well'],         TEXT],
  ['paper',     ['ink'],                            TEXT],
  ['seal-text', ['paper', 'sheet', 'seal-wash'],    TEXT],
  ['ok',        ['paper', 'sheet', 'ok-wash'],      TEXT],
  ['warn',      ['paper', 'sheet', 'warn-wash'],    TEXT],
  ['bad',       ['paper', 'sheet', 'bad-wash'],     TEXT],
  ['info',      ['paper', 'sheet', 'info-wash'],    TEXT],
  ['line-2',    ['paper', 'sheet'],                 SHAPE],
  ['seal',      ['paper', 'sheet', 'seal-wash'],    SHAPE],
  ['focus',     ['paper', 'sheet', 'well'],         SHAPE],
  // Text on the seal is 17 px bold, below the 14 pt bold at which WCAG's large text begins.
  ['on-seal',   ['seal'],                           TEXT],
]

for (const theme of themes) {
  test(`every pair of colours has enough contrast in the ${theme} theme`, () => {
    const weak = pairs.flatMap(([front, backs, least]) =>
      backs
        .map((back) => ({
          pair: `${front} on ${back}`,
          ratio: contrast(token(front, theme), token(back, theme)),
        }))
        .filter(({ ratio }) => ratio < least)
        .map(({ pair, ratio }) => `${pair} is ${ratio.toFixed(2)}, not ${least}`),
    )
    equal(weak.join('\n'), '')
  })

  test(`the number has enough contrast on every obi in the ${theme} theme`, () => {
    equal(obis.length, 9)
    for (const { name, strip, figure } of obis) {
      const ratio = contrast(figure[theme], strip[theme])
      ok(ratio >= TEXT, `${name} is ${ratio.toFixed(2)}`)
    }
  })
}

function token(name: string, theme: Theme): string {
  const found = tokens.get(name)
  ok(found, `no token ${name}`)
  return found[theme]
}

/** Returns the contrast ratio of WCAG 2.2: (L1 + 0.05) / (L2 + 0.05). */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((one, other) => other - one)
  return (light! + 0.05) / (dark! + 0.05)
}

/** Returns the relative luminance of WCAG 2.2 of an sRGB colour `#rrggbb`. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
