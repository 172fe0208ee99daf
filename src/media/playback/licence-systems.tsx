import { CERTIFICATE_PATH, type DrmType } from './playback.shared.ts'
import type { PlaybackToken } from './token-keeper.tsx'

/** The names of the systems in browsers, the preferred one first. */
const KEY_SYSTEMS: Record<DrmType, string[]> = {
  fairplay: ['com.apple.fps'],
  widevine: ['com.widevine.alpha'],
  playready: ['com.microsoft.playready.recommendation', 'com.microsoft.playready'],
  none: ['org.w3.clearkey'],
}
/** The decryption that a browser must support itself, so that no script ever holds the key. */
const NEED = [
  {
    initDataTypes: ['cenc', 'sinf', 'skd'],
    videoCapabilities: [
      { contentType: 'video/mp4; codecs="avc1.4d401f"', encryptionScheme: 'cbcs' },
    ],
  },
]

/** Returns the first system that both the server offers and the browser has, or else `none`. */
export async function bestSystem(offered: readonly DrmType[]): Promise<DrmType> {
  for (const [system, names] of Object.entries(KEY_SYSTEMS) as [DrmType, string[]][])
    if (system !== 'none' && offered.includes(system) && (await isSupported(names))) return system
  return 'none'
}

/** Returns the manifest that the browser can play with a system. */
export async function manifestFor(system: DrmType, { dash_url, hls_url }: PlaybackToken) {
  if (system === 'fairplay') return hls_url!
  if (system !== 'none') return dash_url!
  return ((await isSupported(KEY_SYSTEMS.none)) ? dash_url : hls_url)!
}

/** Returns the player's settings for a system: who issues its licences, and by which certificate. */
export function licenceSettings(system: DrmType, { url }: PlaybackToken) {
  if (system === 'none') return {}
  const names = KEY_SYSTEMS[system]
  return {
    servers: Object.fromEntries(names.map((name) => [name, url])),
    ...(system === 'fairplay' && {
      advanced: { 'com.apple.fps': { serverCertificateUri: CERTIFICATE_PATH } },
    }),
  }
}

async function isSupported(names: string[]): Promise<boolean> {
  for (const name of names) {
    const access = navigator.requestMediaKeySystemAccess?.(name, NEED)
    const isGranted = await access?.then(
      () => true,
      () => false,
    )
    if (isGranted) return true
  }
  return false
}
