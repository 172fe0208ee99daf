import { isRefusal, type Refusal } from '#core/errors.ts'
import { hideCodes } from './caption-codes.shared.ts'
import { captionDisplay } from './caption-display.tsx'
import { bestSystem, licenceSettings, manifestFor } from './licence-systems.tsx'
import { TOKEN_HEADER } from './playback.shared.ts'
import { keepToken, type TokenKeeper, withToken, type WatchedCopy } from './token-keeper.tsx'
import type { Trailer } from './player.shared.ts'

/** The reason why nothing plays: a refusal of the server, an unsupported browser, or a failure. */
export type PlaybackProblem = Refusal | 'unsupported' | 'failed'
export type Source = WatchedCopy | Trailer

export interface Stream {
  /** The caption languages as BCP 47 tags, each labelled by its own name. */
  captions: { language: string; label: string }[]
  /** Shows the captions of a language, or none. */
  show(language: string | null): void
  close(): Promise<void>
}

const HEARTBEAT_MS = 45_000
const TRIES = { maxAttempts: 2 }
const AGAIN_MS = 2_000
const AGAIN_MAX = 60 // two minutes without a segment

/**
 * Plays a title or a trailer in a media element, and loads the player library only now. Reports
 * later problems to `onProblem`. When a licence is refused, loading succeeds and an error without a
 * reason follows. The reason is therefore requested from the server.
 */
export async function openStream(
  media: HTMLMediaElement,
  source: Source,
  onProblem: (trouble: PlaybackProblem) => void,
): Promise<Stream | undefined> {
  if ('url' in source) return plainFile(media, source.url, onProblem)
  const shaka = await loadShaka()
  shaka.polyfill.installAll()
  if (!shaka.Player.isBrowserSupported()) {
    onProblem('unsupported')
    return undefined
  }
  const keeper = 'kid' in source ? keepToken(source) : undefined
  const player = new shaka.Player()
  const report = async () => {
    onProblem(await problemFor(keeper))
    await player.unload()
  }
  const recover = recoveryOf(player, keeper, report)
  player.addEventListener('error', (event) => {
    const { category } = (event as unknown as { detail: ShakaError }).detail
    void (category === shaka.util.Error.Category.NETWORK ? recover() : report())
  })
  player.configure({
    manifest: { retryParameters: TRIES },
    drm: { retryParameters: TRIES },
    streaming: { rebufferingGoal: 1 },
    textDisplayFactory: () => captionDisplay(shaka, player),
  })
  player.getNetworkingEngine()!.registerResponseFilter((_, response) => {
    response.data = hideCodes(response.data)
  })
  if (keeper)
    player.getNetworkingEngine()!.registerRequestFilter(async (type, request) => {
      if (type === shaka.net.NetworkingEngine.RequestType.LICENSE)
        request.headers[TOKEN_HEADER] = (await keeper.fresh()).token
      request.uris = await Promise.all(request.uris.map((uri) => withToken(uri, keeper)))
    })
  const beat = setInterval(() => {
    if (keeper && !media.paused)
      keeper.renew().catch((error) => (isRefused(error) ? report() : undefined))
  }, HEARTBEAT_MS)
  const close = async () => {
    clearInterval(beat)
    await player.destroy()
  }
  try {
    await player.attach(media)
    const manifest = await manifestOf(player, source, keeper)
    await player.load(manifest)
    const isHls = manifest.includes('.m3u8')
    const tracks = isHls ? await reloadCaptions(player, manifest) : player.getTextTracks()
    return { ...captionsOf(player, tracks), close }
  } catch {
    onProblem(await problemFor(keeper))
    await close()
    return undefined
  }
}

/**
 * Returns a function that plays on after a network error: it tries again until segments arrive. It
 * reports a refusal at once, and a network that stays away after two minutes.
 */
function recoveryOf(player: Shaka, keeper: TokenKeeper | undefined, report: () => Promise<void>) {
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  player.addEventListener('segmentappended', () => (tries = 0))
  player.addEventListener('unloading', () => clearTimeout(timer))
  return async () => {
    if (timer) return // sound and picture fail separately
    tries++
    timer = setTimeout(() => {
      timer = undefined
      player.retryStreaming()
    }, AGAIN_MS)
    if (tries <= AGAIN_MAX && !isRefused(await problemFor(keeper))) return
    clearTimeout(timer)
    await report()
  }
}

function plainFile(
  media: HTMLMediaElement,
  url: string,
  onProblem: (trouble: PlaybackProblem) => void,
) {
  media.addEventListener('error', () => onProblem('failed'), { once: true })
  media.src = url
  const close = async () => {
    media.removeAttribute('src')
    media.load()
  }
  return { captions: [], show: () => {}, close }
}

/**
 * Returns the manifest to play. For a title, chooses the licence system: that of a vendor if the
 * server and the browser both have one, or else Clear Key, or else AES-128 keys.
 */
async function manifestOf(
  player: Shaka,
  source: Exclude<Source, { url: string }>,
  keeper?: TokenKeeper,
): Promise<string> {
  if ('dash' in source) return source.dash
  const system = await bestSystem((await keeper!.fresh()).drm_types)
  keeper!.choose(system)
  const token = await keeper!.fresh()
  player.configure({ drm: licenceSettings(system, token) })
  return manifestFor(system, token)
}

/** Returns the server's refusal if it refuses a new token, or else `failed`. */
async function problemFor(keeper: TokenKeeper | undefined): Promise<PlaybackProblem> {
  try {
    await keeper?.renew()
    return 'failed'
  } catch (error) {
    return isRefusal(error) ? error : 'failed'
  }
}

/**
 * Returns true for a refusal. A server that is unreachable for a moment is no reason to stop a
 * film.
 */
const isRefused = (error: unknown): boolean => isRefusal(error) && error.code !== 'unavailable'

type ShakaError = InstanceType<Awaited<ReturnType<typeof loadShaka>>['util']['Error']>
type Track = ReturnType<Shaka['getTextTracks']>[number]
type Shaka = InstanceType<Awaited<ReturnType<typeof loadShaka>>['Player']>

/**
 * Loads Shaka Player. Its types declare a default export, but the module exports the namespace
 * itself.
 */
async function loadShaka() {
  const { default: shaka } = await import('shaka-player')
  return shaka as unknown as (typeof shaka)['default']
}

/**
 * Adds the captions of an HLS playlist again as separate files. Shaka 5.2
 * (`TextEngine.appendBuffer`) places captions by the segments loaded after they were first
 * selected. For a film that is fully loaded by then, it shows none.
 */
async function reloadCaptions(player: Shaka, manifest: string): Promise<Track[]> {
  const tracks: Track[] = []
  for (const { language, originalLanguage, label } of player.getTextTracks()) {
    const name = originalLanguage ?? language
    const file = manifest.replace('master.m3u8', `subtitles/${name}.vtt`)
    const shown = label ?? name
    tracks.push(await player.addTextTrackAsync(file, name, 'subtitle', 'text/vtt', '', shown))
  }
  return tracks
}

function captionsOf(player: Shaka, all: readonly Track[]): Pick<Stream, 'captions' | 'show'> {
  // Shaka spells some languages in its own way: zh-HANT.
  const tracks = all.map((track) => ({
    track,
    language: track.originalLanguage ?? track.language,
  }))
  return {
    captions: tracks.map(({ language, track }) => ({ language, label: track.label ?? language })),
    show(language) {
      player.selectTextTrack(tracks.find((one) => one.language === language)?.track ?? null)
    },
  }
}
