import { fail, isRefusal } from '#core/errors.ts'
import { hideCodes } from './caption-codes.shared.ts'
import { captionDisplay } from './caption-display.tsx'
import { bestSystem, licenceSettings, manifestFor } from './licence-systems.tsx'
import { TOKEN_HEADER } from './playback.shared.ts'
import { type Library, loadLibrary, type ShakaPlayer } from './library.tsx'
import { isRefused, type PlaybackProblem, problemFor, untilReachable } from './recovery.tsx'
import { keepToken, type TokenKeeper, withToken, type WatchedCopy } from './token-keeper.tsx'
import type { Trailer } from './trailer.shared.ts'
import { keepChecking } from './heartbeat.tsx'
import { type Tracks, tracksOf, WITHOUT_TRACKS } from './tracks.tsx'

export type Source = WatchedCopy | Trailer

export interface Stream extends Tracks {
  close(): Promise<void>
}

export interface StreamOptions {
  /** The position to load first, in seconds. Default: the beginning. */
  startAt?: number | undefined
  /** Receives what happens to the stream. */
  onProblem: (problem: PlaybackProblem) => void
  /** Playback goes on by itself once the network is back. */
  onNetwork: (isAway: boolean) => void
}

const TRIES = { maxAttempts: 2 }
const BUFFER_SECONDS = 30 // survives a tunnel
const FAILURES_MAX = 4 // at one place, although the server answers
const FRESH: RequestInit = { cache: 'no-store' }

/**
 * Plays a title or a trailer in a media element, and loads the player library only now. When a licence
 * is refused, loading succeeds and an error without a reason follows. The reason is therefore
 * requested from the server.
 */
export async function openStream(
  media: HTMLMediaElement,
  source: Source,
  options: StreamOptions,
): Promise<Stream | undefined> {
  if ('url' in source) return plainFile(media, source.url, options)
  const keeper = 'kid' in source ? keepToken(source) : undefined
  void keeper?.fresh().catch(() => {}) // asked for while the library loads; a refusal is told below
  const shaka = await loadLibrary().catch(() => undefined)
  shaka?.polyfill.installAll()
  if (!shaka?.Player.isBrowserSupported()) {
    options.onProblem(shaka ? 'unsupported' : 'failed')
    return undefined
  }
  const player = newPlayer(shaka, keeper)
  const closed = new AbortController()
  const report = async (problem: PlaybackProblem) => {
    if (closed.signal.aborted) return
    options.onProblem(problem)
    await player.unload()
  }
  const stopChecking = keeper && keepChecking(keeper, media, (refusal) => void report(refusal))
  const close = async () => {
    closed.abort()
    stopChecking?.()
    await player.destroy()
  }
  const untilServerAnswers = async () => {
    const ask = () => keeper?.renew() ?? fetch((source as { dash: string }).dash, FRESH)
    const onAway = () => options.onNetwork(true)
    await untilReachable(ask, { signal: closed.signal, onAway })
    options.onNetwork(false)
  }
  try {
    await player.attach(media)
    const manifest = await untilLoaded(untilServerAnswers, async () => {
      const address = await manifestOf(player, source, keeper)
      await load(player, address, options.startAt)
      return address
    })
    const tracks = tracksOf(player, media)
    const recover = recovery(media, {
      retry: async (error) => {
        await untilServerAnswers()
        if (!isOfLicence(error) && player.retryStreaming()) return
        await load(player, manifest, media.currentTime)
        tracks.restore()
      },
      giveUp: async (error) => report(await problemFor(keeper, error)),
    })
    player.addEventListener('error', (event) => void recover(detailOf(event)))
    return { ...tracks, close }
  } catch (error) {
    if (!closed.signal.aborted) options.onProblem(await problemFor(keeper, error))
    await close()
    return undefined
  }
}

/** Makes a player whose requests carry the newest token. */
function newPlayer(shaka: Library, keeper: TokenKeeper | undefined): ShakaPlayer {
  const player = new shaka.Player()
  player.configure({
    manifest: { retryParameters: TRIES },
    drm: { retryParameters: TRIES },
    streaming: { rebufferingGoal: 1, bufferingGoal: BUFFER_SECONDS },
    textDisplayFactory: (of: ShakaPlayer) => captionDisplay(shaka, of),
  })
  const network = player.getNetworkingEngine()!
  network.registerResponseFilter((_, response) => {
    response.data = hideCodes(response.data)
  })
  if (keeper)
    network.registerRequestFilter(async (type, request) => {
      if (type === shaka.net.NetworkingEngine.RequestType.LICENSE)
        request.headers[TOKEN_HEADER] = (await keeper.fresh()).token
      request.uris = await Promise.all(request.uris.map((uri) => withToken(uri, keeper)))
    })
  return player
}

/** Loads a manifest, and waits for the network whenever that is why it failed. */
async function untilLoaded(wait: () => Promise<void>, attempt: () => Promise<string>) {
  for (let failures = 1; ; failures++)
    try {
      return await attempt()
    } catch (error) {
      if (!isOfNetwork(error) || failures > FAILURES_MAX) throw error
      await wait()
    }
}

async function load(player: ShakaPlayer, manifest: string, startAt?: number) {
  await player.load(manifest, startAt)
  if (manifest.includes('.m3u8')) await reloadCaptions(player, manifest)
}

interface Recovery {
  /** Goes on once the server answers. */
  retry: (error: unknown) => Promise<void>
  /** Reports why nothing plays. */
  giveUp: (error: unknown) => Promise<void>
}

/** Returns what is done after a failed request: one attempt at a time, and a few at one place. */
function recovery(media: HTMLMediaElement, { retry, giveUp }: Recovery) {
  let [stoppedAt, failures] = [-1, 0]
  let isRecovering = false
  return async (error: unknown) => {
    if (isRecovering) return
    isRecovering = true
    failures = media.currentTime === stoppedAt ? failures + 1 : 1
    stoppedAt = media.currentTime
    try {
      if (!isOfNetwork(error) || failures > FAILURES_MAX) await giveUp(error)
      else await retry(error)
    } catch (cause) {
      await giveUp(cause)
    } finally {
      isRecovering = false
    }
  }
}

function plainFile(media: HTMLMediaElement, url: string, { onProblem }: StreamOptions): Stream {
  media.addEventListener('error', () => onProblem('failed'), { once: true })
  media.src = url
  const close = async () => {
    media.removeAttribute('src')
    media.load()
  }
  return { ...WITHOUT_TRACKS, close }
}

/**
 * Returns the manifest to play. For a title, chooses the licence system: that of a vendor if the
 * server and the browser both have one, or else Clear Key, or else AES-128 keys. Refuses
 * `drm_unavailable`.
 */
async function manifestOf(
  player: ShakaPlayer,
  source: Exclude<Source, { url: string }>,
  keeper?: TokenKeeper,
): Promise<string> {
  if ('dash' in source) return source.dash
  const { drm_types } = await keeper!.fresh()
  const system = await bestSystem(drm_types)
  if (!drm_types.includes(system)) fail('drm_unavailable')
  keeper!.choose(system)
  const token = await keeper!.fresh()
  player.configure({ drm: licenceSettings(system, token) })
  return manifestFor(system, token)
}

const NETWORK = 1 // `shaka.util.Error.Category`
const LICENCE_REQUEST_FAILED = 6_007 // `shaka.util.Error.Code`

const isOfLicence = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === LICENCE_REQUEST_FAILED
const isOfNetwork = (error: unknown): boolean =>
  isOfLicence(error) ||
  (error as { category?: unknown } | undefined)?.category === NETWORK ||
  (isRefusal(error) && !isRefused(error))
const detailOf = (event: unknown): unknown => (event as { detail?: unknown }).detail

/**
 * Adds the captions of an HLS playlist again as separate files. Shaka 5.2
 * (`TextEngine.appendBuffer`) places captions by the segments loaded after they were first
 * selected. For a film that is fully loaded by then, it shows none.
 */
async function reloadCaptions(player: ShakaPlayer, manifest: string) {
  for (const { language, originalLanguage, label } of player.getTextTracks()) {
    const name = originalLanguage ?? language
    const file = manifest.replace('master.m3u8', `subtitles/${name}.vtt`)
    await player.addTextTrackAsync(file, name, 'subtitle', 'text/vtt', '', label ?? name)
  }
}
