import { chmodSync, existsSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from './ffmpeg.ts'

/**
 * Returns a folder that all processes of a run share, filled by the first that needs it. Nobody may write
 * there afterwards.
 */
export async function madeOnce(name: string, fill: (folder: string) => Promise<void>) {
  const run = process.env.TEST_RUN_FOLDER ?? (await tempFolder()) // of `globalSetup`
  const made = join(run, name)
  if (existsSync(made)) return made
  const own = mkdtempSync(`${made}-`)
  chmodSync(own, 0o755) // PostgreSQL may run as another user and must be able to enter
  await fill(own)
  try {
    renameSync(own, made)
  } catch (error) {
    if (!existsSync(made)) throw error // else another process was first
  }
  return made
}
