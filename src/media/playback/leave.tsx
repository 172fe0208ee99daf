import { send } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { createDrmToken } from './playback.shared.ts'

const GOOD_MS = 45_000 // of the minute that a token lives

/** Leave to watch one title, renewed as it runs out. */
export interface LeaveKeeper {
  /** A token that is good for some seconds more. Refused as the call is. */
  fresh(): Promise<Leave>
  /** A new one in any case: how the heartbeat asks whether it is still allowed. */
  renew(): Promise<Leave>
}
/** A title, and of several copies of it the one that is watched. */
export interface Watched {
  kid: string
  serial_number?: number | undefined
}
type Leave = ReplyOf<typeof createDrmToken>

export function keepLeave({ kid, serial_number }: Watched): LeaveKeeper {
  let held: { leave: Promise<Leave>; at: number } | undefined
  const renew = () => {
    const leave = send(createDrmToken, { kid, serial_number })
    held = { leave, at: performance.now() }
    leave.catch(() => (held = undefined))
    return leave
  }
  return {
    renew,
    fresh: () => (held && performance.now() - held.at < GOOD_MS ? held.leave : renew()),
  }
}

const OURS = /^\/(playback\/|api\/2\.0\/drm\/)/

/** The same address with the newest token, where it is one of those that need one. */
export async function withToken(address: string, keeper: LeaveKeeper): Promise<string> {
  const url = new URL(address, location.href)
  if (url.origin !== location.origin || !OURS.test(url.pathname)) return address
  url.searchParams.set('token', (await keeper.fresh()).token)
  return url.href
}
