// Writes src/ui/fonts: Archivo with the weights and widths that pages use, every letter kept. The rest
// of these two axes is a third of the bytes that a first visit loads before its text looks right.
import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const FROM = new URL('../node_modules/@fontsource-variable/archivo/', import.meta.url)
const TO = new URL('../src/ui/fonts/', import.meta.url)
const AXES = { wght: { min: 400, max: 700 }, wdth: { min: 62, max: 100 } }
const LETTERS = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('')

const css = readFileSync(new URL('wdth.css', FROM), 'utf8')
for (const [, name] of css.matchAll(/url\(\.\/files\/(.+?)\)/g)) {
  const font = readFileSync(new URL(`files/${name}`, FROM))
  const options = { targetFormat: 'woff2', variationAxes: AXES }
  writeFileSync(new URL(name, TO), await subsetFont(font, LETTERS, options))
}
const own = css
  .replaceAll('./files/', './')
  .replaceAll('100 900', `${AXES.wght.min} ${AXES.wght.max}`)
  .replaceAll('62% 125%', `${AXES.wdth.min}% ${AXES.wdth.max}%`)
writeFileSync(new URL('archivo.css', TO), own)
