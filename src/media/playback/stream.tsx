import { isRefusal, type Refusal } from '#core/errors.ts'
import { keepToken, type TokenKeeper, withToken, type WatchedCopy } from './token-keeper.tsx'
import type { Trailer } from './player.shared.ts'

/** Why there is nothing to see: a no of the house's, an old browser, or something broke. */
export type PlaybackProblem = Refusal | 'unsupported' | 'failed'
export type Source = WatchedCopy | Trailer

export interface Stream {
  /** BCP 47, with what each is called in itself. */
  captions: { language: string; label: string }[]
  /** Shows the captions of that language; none without one. */
  show(language: string | null): void
  close(): Promise<void>
}

const HEARTBEAT_MS = 45_000
const TRIES = { maxAttempts: 2 }
// What a browser must be able to do itself, for the key never to lie in our script.
const CLEAR_KEY = [
  {
    initDataTypes: ['cenc'],
    videoCapabilities: [
      { contentType: 'video/mp4; codecs="avc1.4d401f"', encryptionScheme: 'cbcs' },
    ],
  },
]

/**
 * Plays a title or a trailer in a media element. The player library comes only now. What goes wrong
 * afterwards is told through `onTrouble`: with a refused licence loading succeeds and then an error
 * follows, so why is asked of the house itself.
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
  player.addEventListener('error', () => void report())
  player.configure({
    manifest: { retryParameters: TRIES },
    drm: { retryParameters: TRIES },
    streaming: { rebufferingGoal: 1 },
  })
  if (keeper)
    player.getNetworkingEngine()!.registerRequestFilter(async (_, request) => {
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
    const manifest = await manifestOf(source, keeper)
    await player.load(manifest)
    const isHls = manifest.includes('.m3u8')
    const tracks = isHls ? await wholeCaptions(player, manifest) : player.getTextTracks()
    return { ...captionsOf(player, tracks), close }
  } catch {
    onProblem(await problemFor(keeper))
    await close()
    return undefined
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

/** DASH with a Clear Key licence where the browser has that, else HLS with AES-128 keys. */
async function manifestOf(source: Exclude<Source, { url: string }>, keeper?: TokenKeeper) {
  if ('dash' in source) return source.dash
  const { dash_url, hls_url } = await keeper!.fresh()
  const hasClearKey = await navigator
    .requestMediaKeySystemAccess?.('org.w3.clearkey', CLEAR_KEY)
    .then(
      () => true,
      () => false,
    )
  return (hasClearKey ? dash_url : hls_url)!
}

/** The house's own no, where it says one; a broken line or a bug has none. */
async function problemFor(keeper: TokenKeeper | undefined): Promise<PlaybackProblem> {
  try {
    await keeper?.renew()
    return 'failed'
  } catch (error) {
    return isRefusal(error) ? error : 'failed'
  }
}

/** That the house cannot be reached for a moment is no reason to stop a film. */
const isRefused = (error: unknown): boolean => isRefusal(error) && error.code !== 'unavailable'

type Track = ReturnType<Shaka['getTextTracks']>[number]
type Shaka = InstanceType<Awaited<ReturnType<typeof loadShaka>>['Player']>

/** Its types speak of a default export; what it really exports is the namespace itself. */
async function loadShaka() {
  const { default: shaka } = await import('shaka-player')
  return shaka as unknown as (typeof shaka)['default']
}

/**
 * The library places captions of an HLS playlist by the part of a film that comes after they were first
 * chosen (shaka 5.2, `TextEngine.appendBuffer`): of a film that is all there by then it shows none. The
 * same files named as files of their own need no placing.
 */
async function wholeCaptions(player: Shaka, manifest: string): Promise<Track[]> {
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
  // What the library calls a language may be spelt in its own way: zh-HANT.
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
