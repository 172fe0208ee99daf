import { send } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { createDrmToken, type DrmType } from './playback.shared.ts'

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
  /** Requests tokens of another licence system from now on. */
  choose(system: DrmType): void
}
/** A title, and the number to watch if the viewer holds several copies, or the screening. */
export interface WatchedCopy {
  kid: string
  serial_number?: number | undefined
  screening_id?: string | undefined
}
export type PlaybackToken = ReplyOf<typeof createDrmToken>

export function keepToken({ kid, serial_number, screening_id }: WatchedCopy): TokenKeeper {
  let held: { token: Promise<PlaybackToken>; at: number } | undefined
  let system: DrmType = 'none'
  const renew = () => {
    const headers = { 'drm-type': system }
    const token = send(createDrmToken, { kid, serial_number, screening_id }, { headers })
    held = { token, at: performance.now() }
    token.catch(() => (held = undefined))
    return token
  }
  return {
    renew,
    fresh: () => (held && performance.now() - held.at < FRESH_MS ? held.token : renew()),
    choose(chosen) {
      if (chosen !== system) held = undefined
      system = chosen
    },
  }
}

/** Returns a URL, with the newest token in place of the one that it carries. */
export async function withToken(address: string, keeper: TokenKeeper): Promise<string> {
  const url = new URL(address, location.href)
  if (url.origin !== location.origin || !url.searchParams.has('token')) return address
  url.searchParams.set('token', (await keeper.fresh()).playback_token)
  return url.href
}
