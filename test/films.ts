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

/** A private folder that is gone after the file's tests. */
export async function jobFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'renban-media-'))
  folders.push(folder)
  return folder
}

/** Makes a file with the system's ffmpeg; arguments as one writes them in a shell, without quotes. */
export async function ffmpeg(folder: string, args: string): Promise<string> {
  const words = args.split(/\s+/).filter((word) => word !== '')
  const options = { cwd: folder, maxBuffer: 64 * 1024 ** 2 }
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...words], options)
  return stdout
}

/** What ffmpeg takes as an input to give a file chapters; each lasts until the next, the last a second. */
export function chaptersFile(chapters: { at_seconds: number; name: string }[]): string {
  const parts = chapters.map(({ at_seconds: from, name }, i) => {
    const to = chapters[i + 1]?.at_seconds ?? from + 1
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${from * 1_000}\nEND=${to * 1_000}\ntitle=${name}\n`
  })
  return `;FFMETADATA1\n${parts.join('')}`
}

/** A moving test picture and a tone. */
export const PICTURE = (size: string, seconds: number, rate = 30) =>
  `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`
export const TONE = (seconds: number) => `-f lavfi -i sine=f=440:d=${seconds}`
export const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'
