import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Makes a folder that is deleted when the process ends. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'renban-media-'))
  folders.push(folder)
  return folder
}

/** Runs the system's ffmpeg in a folder; arguments are separated by blanks, without quotes. */
export async function ffmpeg(folder: string, args: string): Promise<string> {
  const words = args.split(/\s+/).filter((word) => word !== '')
  const options = { cwd: folder, maxBuffer: 64 * 1024 ** 2 }
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...words], options)
  return stdout
}

/** Returns a chapter file for ffmpeg. Each chapter lasts until the next one, the last one second. */
export function chaptersFile(chapters: { at_seconds: number; name: string }[]): string {
  const parts = chapters.map(({ at_seconds: from, name }, i) => {
    const to = chapters[i + 1]?.at_seconds ?? from + 1
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${from * 1_000}\nEND=${to * 1_000}\ntitle=${name}\n`
  })
  return `;FFMETADATA1\n${parts.join('')}`
}

/** ffmpeg arguments for a moving test picture. */
export const PICTURE = (size: string, seconds: number, rate = 30) =>
  `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`
export const TONE = (seconds: number) => `-f lavfi -i sine=f=440:d=${seconds}`
/** ffmpeg arguments for a sound that is quick to encode. */
export const SILENCE = (seconds: number) => `-f lavfi -i anullsrc=r=48000:cl=mono:d=${seconds}`
export const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'
