import type { Ctx } from '#core/context.ts'
import type { Probe } from '#src/integrations/ffprobe.ts'
import type { Plan } from '#src/media/packaging/ladder.ts'

const OVERHEAD = 1.05 // of the container
const BUFFER_SECONDS = 2 // by which the encoder may exceed the maximum rate at any time
const UNKNOWN_RATE = 500_000 // bits per second, assumed of a file that does not state its duration
const UNKNOWN_SECONDS_MAX = 12 * 3_600

interface Stored {
  storage_key: string
  size: number | null
}

/** Returns the size in bytes of stored files together. Asks storage for those whose size is not known. */
export async function storedBytes({ integrations }: Ctx, files: Stored[]): Promise<number> {
  const sizes = files.map(
    async ({ size, storage_key }) =>
      size ?? (await integrations.storage.head(storage_key))?.size ?? 0,
  )
  return (await Promise.all(sizes)).reduce((a, b) => a + b, 0)
}

/**
 * Returns the most bytes that the files of a plan take, by the maximum rates of their encoders. Of a file
 * that does not state its duration, `size` in bytes gives a guess.
 */
export function encodedBytes(
  { rungs, audio_rate = 0, more_sounds = [] }: Pick<Plan, 'rungs' | 'audio_rate' | 'more_sounds'>,
  { duration_seconds: seconds }: Pick<Probe, 'duration_seconds'>,
  size = 0,
): number {
  const pictures = rungs.reduce((sum, { rate_max }) => sum + rate_max, 0)
  const sounds = audio_rate * (1 + more_sounds.length)
  const guess = Math.min(UNKNOWN_SECONDS_MAX, (size * 8) / UNKNOWN_RATE)
  const bits = (pictures + sounds) * ((seconds || guess) + BUFFER_SECONDS)
  return Math.ceil((bits / 8) * OVERHEAD)
}
