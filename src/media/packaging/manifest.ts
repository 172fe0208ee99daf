import { ownName } from '#core/language.shared.ts'
import type { LicenceSystem } from '#src/integrations/licences.ts'
import { pssh } from './encrypt.ts'
import type { FileSet, MediaIndex, SoundFacts, TrackIndex } from './package.ts'
import { dashProtection, hlsProtection } from './protection.ts'

export interface Subtitle {
  /** The language as a BCP 47 tag. */
  language: string
  /** The label in the player's menu. */
  label: string
  /** The URL of the WebVTT file. */
  url: string
}
interface DashPlaces {
  /** The URL of the file sets, with a slash at its end. */
  base: string
  /** The query of the files' URLs, with its question mark. */
  query?: string
  /** The URL of the ClearKey licence endpoint, if it issues the licences. */
  licenceUrl?: string
  /** The systems of the licence provider, if that issues them. */
  systems?: readonly LicenceSystem[] | undefined
  subtitles?: Subtitle[]
}
interface MasterPlaces {
  /** Returns the URL of a track's playlist. */
  playlistUrl(track: string): string
  /** Returns the URL of a subtitle's playlist. */
  subtitleUrl?(language: string): string
  subtitles?: Subtitle[]
}
interface MediaPlaces {
  base: string
  /** The query of the files' URLs, with its question mark. */
  query?: string
  scheme: FileSet
  /** The URL of the 16 bytes of the key; required unless there are systems or all is clear. */
  keyUrl?: string
  /** The systems of the licence provider, if that issues the licences of a cbcs set. */
  systems?: readonly LicenceSystem[] | undefined
}

// System ids of ClearKey and of W3C "cenc" data in the DASH-IF registry of content protection.
const CLEARKEY = 'urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e'
const COMMON = 'urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b'
const NAMESPACES = [
  'xmlns="urn:mpeg:dash:schema:mpd:2011"',
  'xmlns:cenc="urn:mpeg:cenc:2013"',
  'xmlns:dashif="https://dashif.org/CPS"',
  'xmlns:mspr="urn:microsoft:playready"',
  'profiles="urn:mpeg:dash:profile:isoff-live:2011,urn:mpeg:dash:profile:cmaf:2019"',
].join(' ')

/** Returns a DASH manifest (ISO/IEC 23009-1) of the cbcs set, or of the clear one. */
export function dashManifest(index: MediaIndex, places: DashPlaces): string {
  const length = `PT${index.duration_seconds.toFixed(3)}S`
  const tracks = Map.groupBy(index.tracks, ({ kind }) => kind)
  const sets = [
    adaptationSet(tracks.get('video') ?? [], places),
    ...labelled(tracks.get('audio') ?? []).map(({ track, label }) =>
      adaptationSet([track], places, label),
    ),
    ...(places.subtitles ?? []).map(dashSubtitle),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>
<MPD ${NAMESPACES} type="static" mediaPresentationDuration="${length}" minBufferTime="PT4S">
<Period id="0" start="PT0S">
${sets.filter((set) => set !== '').join('\n')}
</Period>
</MPD>
`
}

/** Returns the HLS master playlist (RFC 8216, 4.3.4). */
export function hlsMaster(index: MediaIndex, places: MasterPlaces): string {
  const audio = index.tracks.filter(({ kind }) => kind === 'audio')
  const video = index.tracks.filter(({ kind }) => kind === 'video')
  const subtitles = places.subtitles ?? []
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  if (video.length > 0)
    for (const [i, { track, label }] of labelled(audio).entries()) {
      const { name, sound, channels } = track
      const language = sound?.language ? `LANGUAGE="${sound.language}",` : ''
      lines.push(
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="${quoted(label)}",` +
          `${language}DEFAULT=${i === 0 ? 'YES' : 'NO'},AUTOSELECT=YES,` +
          `CHANNELS="${channels}",URI="${quoted(places.playlistUrl(name))}"`,
      )
    }
  for (const { language, label } of subtitles)
    lines.push(
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="${quoted(label)}",LANGUAGE="${language}",` +
        `DEFAULT=NO,AUTOSELECT=YES,URI="${quoted(places.subtitleUrl!(language))}"`,
    )
  for (const track of video.length > 0 ? video : audio) {
    const sound = video.length > 0 ? audio : []
    lines.push(streamLine(track, sound, subtitles.length > 0), places.playlistUrl(track.name))
  }
  return `${lines.join('\n')}\n`
}

/** Returns the HLS playlist of one track (RFC 8216, 4.3.3) in one of its sets. */
export function hlsMedia(index: MediaIndex, name: string, places: MediaPlaces): string {
  const track = index.tracks.find((each) => each.name === name)
  if (!track) throw new Error(`no track ${name}`)
  const { base, query = '', scheme } = places
  const folder = `${base}${scheme}/${name}`
  const key = keyLines(track, places)
  const map = `#EXT-X-MAP:URI="${quoted(`${folder}/init.mp4${query}`)}"`
  const seconds = track.segments.map(({ duration }) => duration / track.timescale)
  return `${[
    ...playlistHead(Math.max(...seconds)),
    '#EXT-X-MEDIA-SEQUENCE:1', // the number of a whole segment is its IV
    // The initialisation is not encrypted under AES-128, so it precedes the key.
    ...(scheme === 'aes-128' ? [map, ...key] : [...key, map]),
    ...seconds.flatMap((s, i) => [`#EXTINF:${s.toFixed(6)},`, `${folder}/${i + 1}.m4s${query}`]),
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`
}

/** Returns the HLS playlist of a whole WebVTT file. */
export function hlsSubtitle(index: MediaIndex, url: string): string {
  const seconds = index.duration_seconds
  const lines = [...playlistHead(seconds), `#EXTINF:${seconds.toFixed(6)},`, url, '#EXT-X-ENDLIST']
  return `${lines.join('\n')}\n`
}

/** Returns the set of renditions among which a player may switch: all pictures, or one sound. */
function adaptationSet(tracks: TrackIndex[], places: DashPlaces, label?: string): string {
  if (tracks.length === 0) return ''
  const { kid, kind, sound } = tracks[0]!
  const lang = sound?.language ? ` lang="${xml(sound.language)}"` : ''
  const type = `contentType="${kind}" mimeType="${kind}/mp4"${lang} segmentAlignment="true" startWithSAP="1"`
  return `<AdaptationSet ${type}>${sound ? soundRole(sound, label!) : ''}
${kid ? `${protection(kid, places)}\n` : ''}${tracks.map((track) => representation(track, places)).join('\n')}
</AdaptationSet>`
}

/** Returns the role and label of a sound track. */
function soundRole({ place }: SoundFacts, label: string): string {
  const role = place === 0 ? 'main' : 'alternate'
  return `
<Role schemeIdUri="urn:mpeg:dash:role:2011" value="${role}"/><Label>${xml(label)}</Label>`
}

/** Labels sound tracks, each differently, because HLS and players tell them apart by it. */
function labelled(tracks: TrackIndex[]): { track: TrackIndex; label: string }[] {
  const labels = tracks.map(({ name, sound }) => (sound ? soundLabel(sound) : name))
  return tracks.map((track, i) => {
    const isRepeated = labels.indexOf(labels[i]!) < i
    return { track, label: isRepeated ? `${labels[i]} (${i + 1})` : labels[i]! }
  })
}

/** Returns the label of a sound track: its title, or its language's own name, or its place. */
function soundLabel({ place, language, title }: SoundFacts): string {
  if (title) return title
  return language ? ownName(language) : String(place + 1)
}

function protection(kid: string, { licenceUrl, systems }: DashPlaces): string {
  const scheme = `<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cbcs" cenc:default_KID="${kid}"/>`
  return [scheme, ...(systems ? dashProtection(kid, systems) : clearKey(kid, licenceUrl))].join(
    '\n',
  )
}

function clearKey(kid: string, licenceUrl: string | undefined): string[] {
  const laurl = licenceUrl ? `<dashif:Laurl>${xml(licenceUrl)}</dashif:Laurl>` : ''
  const box = pssh(kid).toString('base64')
  return [
    `<ContentProtection schemeIdUri="${CLEARKEY}" value="ClearKey1.0">${laurl}</ContentProtection>`,
    `<ContentProtection schemeIdUri="${COMMON}"><cenc:pssh>${box}</cenc:pssh></ContentProtection>`,
  ]
}

function representation(track: TrackIndex, { base, query = '' }: DashPlaces): string {
  const { name, kind, bandwidth, codec, width, height, sampling_rate } = track
  const size =
    kind === 'video'
      ? `width="${width}" height="${height}"`
      : `audioSamplingRate="${sampling_rate}"`
  const folder = xml(`${base}${track.kid ? 'cbcs' : 'clear'}/${name}`)
  const ending = xml(query)
  const channels =
    kind === 'audio'
      ? `<AudioChannelConfiguration schemeIdUri="urn:mpeg:dash:23003:3:audio_channel_configuration:2011" value="${track.channels}"/>`
      : ''
  return `<Representation id="${name}" bandwidth="${bandwidth}" codecs="${codec}" ${size}>${channels}
<SegmentTemplate timescale="${track.timescale}" initialization="${folder}/init.mp4${ending}" media="${folder}/$Number$.m4s${ending}" startNumber="1"><SegmentTimeline>${timeline(track)}</SegmentTimeline></SegmentTemplate>
</Representation>`
}

/** Writes the timeline. Equal durations in a row share one element with a repeat count. */
function timeline({ segments, start }: TrackIndex): string {
  const runs: { duration: number; count: number }[] = []
  for (const { duration } of segments) {
    const last = runs.at(-1)
    if (last?.duration === duration) last.count += 1
    else runs.push({ duration, count: 1 })
  }
  return runs
    .map(({ duration, count }, i) => {
      const [at, more] = [i === 0 ? ` t="${start}"` : '', count > 1 ? ` r="${count - 1}"` : '']
      return `<S${at} d="${duration}"${more}/>`
    })
    .join('')
}

function dashSubtitle({ language, label, url }: Subtitle): string {
  return `<AdaptationSet contentType="text" mimeType="text/vtt" lang="${xml(language)}"><Role schemeIdUri="urn:mpeg:dash:role:2011" value="subtitle"/><Label>${xml(label)}</Label>
<Representation id="text-${xml(language)}" bandwidth="256"><BaseURL>${xml(url)}</BaseURL></Representation>
</AdaptationSet>`
}

function streamLine(track: TrackIndex, sound: TrackIndex[], subtitles: boolean): string {
  const peak = Math.max(0, ...sound.map(({ bandwidth }) => bandwidth))
  const average = Math.max(0, ...sound.map(({ average_bandwidth }) => average_bandwidth))
  const codecs = [...new Set([track.codec, ...sound.map(({ codec }) => codec)])].join(',')
  return [
    `#EXT-X-STREAM-INF:BANDWIDTH=${track.bandwidth + peak}`,
    `AVERAGE-BANDWIDTH=${track.average_bandwidth + average}`,
    ...(track.width ? [`RESOLUTION=${track.width}x${track.height}`] : []),
    `CODECS="${codecs}"`,
    ...(sound.length > 0 ? ['AUDIO="sound"'] : []),
    ...(subtitles ? ['SUBTITLES="text"'] : []),
  ].join(',')
}

function playlistHead(longestSeconds: number): string[] {
  const target = `#EXT-X-TARGETDURATION:${Math.ceil(longestSeconds)}`
  return ['#EXTM3U', '#EXT-X-VERSION:7', target, '#EXT-X-PLAYLIST-TYPE:VOD']
}

function keyLines(track: TrackIndex, { scheme, keyUrl, systems }: MediaPlaces): string[] {
  if (scheme === 'clear') return []
  if (systems) return hlsProtection({ kid: track.kid!, iv: track.iv! }, systems)
  return [keyLine(track, scheme, keyUrl!)]
}

function keyLine(track: TrackIndex, scheme: FileSet, keyUrl: string): string {
  const method = scheme === 'cbcs' ? 'SAMPLE-AES' : 'AES-128'
  const iv = scheme === 'cbcs' ? `,IV=0x${track.iv}` : ''
  const format = 'KEYFORMAT="identity",KEYFORMATVERSIONS="1"'
  return `#EXT-X-KEY:METHOD=${method},URI="${quoted(keyUrl)}",${format}${iv}`
}

/**
 * Escapes a quoted string of a playlist, which may hold neither quotes nor line ends (RFC 8216,
 * 4.2).
 */
const quoted = (text: string) => text.replaceAll(/["\r\n]/g, encodeURIComponent)

const ENTITIES = new Map(
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  }),
)
const xml = (text: string) => text.replaceAll(/[&<>"']/g, (char) => ENTITIES.get(char)!)
