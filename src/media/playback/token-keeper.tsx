import { send } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { createDrmToken } from './playback.shared.ts'

const FRESH_MS = 45_000 // of a token's lifetime of a minute

/** Keeps the token for one title and renews it before it expires. */
export interface TokenKeeper {
  /**
   * Returns a token that is valid for some seconds more. Throws the refusals of `createDrmToken`.
   */
  fresh(): Promise<PlaybackToken>
  /**
   * Requests a new token even if the current one is valid, to check that playback is still allowed.
   */
  renew(): Promise<PlaybackToken>
}
/** A title, and the number to watch if the viewer holds several copies, or the screening. */
export interface WatchedCopy {
  kid: string
  serial_number?: number | undefined
  screening_id?: string | undefined
}
type PlaybackToken = ReplyOf<typeof createDrmToken>

export function keepToken({ kid, serial_number, screening_id }: WatchedCopy): TokenKeeper {
  let held: { token: Promise<PlaybackToken>; at: number } | undefined
  const renew = () => {
    const token = send(createDrmToken, { kid, serial_number, screening_id })
    held = { token, at: performance.now() }
    token.catch(() => (held = undefined))
    return token
  }
  return {
    renew,
    fresh: () => (held && performance.now() - held.at < FRESH_MS ? held.token : renew()),
  }
}

/** Returns a URL, with the newest token if the URL needs one. */
export async function withToken(address: string, keeper: TokenKeeper): Promise<string> {
  const url = new URL(address, location.href)
  if (url.origin !== location.origin || !url.searchParams.has('token')) return address
  url.searchParams.set('token', (await keeper.fresh()).token)
  return url.href
}
