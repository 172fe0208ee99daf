import { send } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { createDrmToken } from './playback.shared.ts'

const GOOD_MS = 45_000 // of the minute that a token lives

/** Leave to watch one title, renewed as it runs out. */
export interface TokenKeeper {
  /** A token that is good for some seconds more. Refused as the call is. */
  fresh(): Promise<PlaybackToken>
  /** A new one in any case: how the heartbeat asks whether it is still allowed. */
  renew(): Promise<PlaybackToken>
}
/** A title, and of several copies of it the one that is watched. */
export interface WatchedCopy {
  kid: string
  serial_number?: number | undefined
}
type PlaybackToken = ReplyOf<typeof createDrmToken>

export function keepToken({ kid, serial_number }: WatchedCopy): TokenKeeper {
  let held: { token: Promise<PlaybackToken>; at: number } | undefined
  const renew = () => {
    const token = send(createDrmToken, { kid, serial_number })
    held = { token, at: performance.now() }
    token.catch(() => (held = undefined))
    return token
  }
  return {
    renew,
    fresh: () => (held && performance.now() - held.at < GOOD_MS ? held.token : renew()),
  }
}

const OURS = /^\/(playback\/|api\/2\.0\/drm\/)/

/** The same address with the newest token, where it is one of those that need one. */
export async function withToken(address: string, keeper: TokenKeeper): Promise<string> {
  const url = new URL(address, location.href)
  if (url.origin !== location.origin || !OURS.test(url.pathname)) return address
  url.searchParams.set('token', (await keeper.fresh()).token)
  return url.href
}
