import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'

export const removeMade = job<{ id: string }>('download.remove')

/** The key in storage of a file that was made for one download. */
export const madeKey = (id: string) => `downloads/${id}`

/** Deletes the file that was made for a download. The creator's own file stays. */
export async function removeFile(ctx: Ctx, { id }: { id: string }) {
  await ctx.integrations.storage.remove(madeKey(id))
}
