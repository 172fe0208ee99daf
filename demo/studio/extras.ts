/** Makes the files of extras that `demo/extras` holds: `node demo/studio/extras.ts`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { breath, echoed, hertz, lay, take, wav } from './sound.ts'

const DEMO = join(import.meta.dirname, '..')
const EXTRAS = join(DEMO, 'extras')
const folder = mkdtempSync(join(tmpdir(), 'renban-studio-'))

mkdirSync(EXTRAS, { recursive: true })
cutScene()
hummed()
await nightPoster()
writeFileSync(join(EXTRAS, 'nemuro-script.pdf'), pdf(scriptPages()))
rmSync(folder, { recursive: true })

/** Three seconds of the marsh, in half the size of the film. */
function cutScene() {
  const input = ['-ss', '4.2', '-t', '3', '-i', join(DEMO, 'media/nemuro.mp4')]
  const picture = [
    '-vf',
    'scale=640:-2,hue=s=0.25',
    '-c:v',
    'libx264',
    '-crf',
    '29',
    '-preset',
    'slow',
  ]
  const sound = ['-c:a', 'aac', '-b:a', '48k', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
  run([...input, ...picture, ...sound, join(EXTRAS, 'nemuro-marsh.mp4')])
}

/** The melody of a station, hummed. */
function hummed() {
  const melody = ['A4', 'C#5', 'E5', 'D5', 'C#5', 'B4', 'A4']
  const dry = take(6)
  melody.forEach((note, i) => lay(dry, breath(hertz(note) / 2, 0.85, i + 3), 0.2 + i * 0.72, 0.6))
  const file = join(folder, 'hummed.wav')
  writeFileSync(file, wav(echoed(dry, 1.1, 0.25), 0.7, 0.02, 0.8))
  const sound = ['-ac', '1', '-c:a', 'aac', '-b:a', '48k', '-movflags', '+faststart']
  run(['-i', file, ...sound, join(EXTRAS, 'nemuro-hummed.m4a')])
}

/** The swimmer's poster by night: one deep blue, and a lamp. */
async function nightPoster() {
  const { data, info } = await sharp(join(DEMO, 'art/swimmer.webp'))
    .resize({ width: 720 })
    .greyscale()
    .linear(0.75, -12)
    .toBuffer({ resolveWithObject: true })
  const lamp = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}">
    <radialGradient id="lamp"><stop offset="0" stop-color="#ffe9b0" stop-opacity=".8"/>
      <stop offset="1" stop-color="#ffe9b0" stop-opacity="0"/></radialGradient>
    <circle cx="${info.width * 0.74}" cy="${info.height * 0.2}" r="${info.width * 0.34}" fill="url(#lamp)"/>
  </svg>`
  await sharp(data)
    .tint('#2c4f86')
    .composite([{ input: Buffer.from(lamp), blend: 'screen' }])
    .webp({ quality: 70 })
    .toFile(join(EXTRAS, 'swimmer-night.webp'))
}

function scriptPages(): string[][] {
  return [
    ['LAST TRAIN TO NEMURO', 'Script in four pages', '', 'Mika Okada, Kita Eiga'],
    ['1. KUSHIRO, 18:57', '', 'Seven people board.', 'Nobody sits beside anybody.'],
    ['2. THE MARSH', '', 'The lamp on the rear car.', 'Snow until the window is white.'],
    ['3. NEMURO', '', 'One gets off.', 'The others ask when the first train leaves.'],
  ]
}

/** A PDF of pages with lines of text (ISO 32000-1, 7.5), in one of its standard fonts. */
function pdf(pages: string[][]): string {
  const first = 4
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, i) => `${first + 2 * i} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    ...pages.flatMap((lines, i) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Resources<</Font<</F1 3 0 R>>>>/Contents ${first + 2 * i + 1} 0 R>>`,
      stream(`BT /F1 13 Tf 20 TL 48 500 Td ${lines.map((line) => `(${line}) '`).join(' ')} ET`),
    ]),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
}

function stream(content: string): string {
  return `<</Length ${content.length}>>\nstream\n${content}\nendstream`
}

function run(args: string[]) {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
}
