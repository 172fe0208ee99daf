interface Part {
  offset: number
  limit?: number | undefined
}

/** Returns an action that answers the part of its list that is asked for; all of it without a limit. */
export const inParts =
  <Ctx, Body extends Part, Reply extends { items: unknown[] }>(
    action: (ctx: Ctx, body: Body) => Promise<Reply>,
  ) =>
  async (ctx: Ctx, body: Body): Promise<Reply> => {
    const reply = await action(ctx, body)
    const { offset, limit = Infinity } = body
    return { ...reply, items: reply.items.slice(offset, offset + limit) }
  }
