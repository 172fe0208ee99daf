/** Makes the films and songs that `demo/media` holds: `node demo/studio/shoot.ts [name …]`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clamp } from './noise.ts'
import { develop, type Film, FRAME_RATE, type Frame } from './camera.ts'
import { films } from './films.ts'
import { scores } from './scores.ts'
import { songs } from './songs.ts'
import { wav } from './sound.ts'

const MEDIA = join(import.meta.dirname, '../media')
const TRAILERS = ['nemuro', 'sea-works', 'otaru']
const TRAILER_SECONDS = 6
const folder = mkdtempSync(join(tmpdir(), 'renban-studio-'))

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
for (const [name, play] of Object.entries(songs)) if (isWanted(name)) await record(name, play)
for (const [name, film] of Object.entries(films)) if (isWanted(name)) await shoot(name, film)
rmSync(folder, { recursive: true })

async function record(name: string, play: (typeof songs)[string]) {
  const file = join(folder, `${name}.wav`)
  writeFileSync(file, wav(play(), 0.7, 0.02, 2.4))
  const to = join(MEDIA, `${name}.m4a`)
  await run(['-i', file, '-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart', to])
  console.log(name)
}

async function shoot(name: string, film: Film) {
  const sound = join(folder, `${name}.wav`)
  writeFileSync(sound, wav(scores[name]!(film.seconds), 0.5, 0.8, 1.6))
  const master = join(MEDIA, `${name}.mp4`)
  await encode(film, sound, master)
  if (TRAILERS.includes(name))
    await run(
      ['-ss', '3', '-t', String(TRAILER_SECONDS), '-i', master].concat(
        ['-vf', 'scale=640:360', '-c:v', 'libx264', '-crf', '27', '-preset', 'slow', '-g', '48'],
        ['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart'],
        join(MEDIA, `${name}-trailer.mp4`),
      ),
    )
  console.log(name)
}

/** H.264 with a keyframe every two seconds and no reordering: our own ladder takes it over as it is. */
async function encode(film: Film, sound: string, to: string) {
  const { width, height, seconds } = film
  const shot = await film.open()
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`]
  const picture = [
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    film.width > 640 ? '28' : '26',
    '-profile:v',
    'high',
    '-bf',
    '0',
  ]
  const keyed = ['-g', '48', '-keyint_min', '48', '-sc_threshold', '0', '-pix_fmt', 'yuv420p']
  const capped = ['-maxrate', width > 640 ? '900k' : '700k', '-bufsize', '1600k']
  const ffmpeg = spawn(
    'ffmpeg',
    ['-y', '-v', 'error', ...input, '-r', String(FRAME_RATE), '-i', '-', '-i', sound].concat(
      picture,
      keyed,
      capped,
      ['-c:a', 'aac', '-b:a', '96k', '-shortest', '-movflags', '+faststart', to],
    ),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const closed = once(ffmpeg, 'close')
  const frame: Frame = { width, height, rgb: new Float32Array(width * height * 3) }
  for (let i = 0; i < seconds * FRAME_RATE; i++) {
    shot(frame, i / FRAME_RATE)
    develop(frame, i / FRAME_RATE, seconds)
    const bytes = Uint8Array.from(frame.rgb, (value) => clamp(value) * 255 + 0.5)
    if (!ffmpeg.stdin.write(bytes)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  await closed
}

async function run(args: string[]) {
  const ffmpeg = spawn('ffmpeg', ['-y', '-v', 'error', ...args], { stdio: 'inherit' })
  const [code] = await once(ffmpeg, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
