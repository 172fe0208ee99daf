import { qualityName } from './player.shared.ts'
import type { ShakaPlayer } from './library.tsx'

/** A track that the viewer can choose, labelled by its language's own name or by its size. */
export interface Choosable {
  id: string
  label: string
}
/** The renditions in use: the height of the picture, and the id of the sound. */
export interface InUse {
  quality: string | null
  sound: string | null
}

/** The tracks that the viewer keeps; null if the player chooses. */
export interface ChosenTracks {
  caption: string | null
  quality: string | null
  sound: string | null
}

/** The captions, qualities and languages of a stream. */
export interface Tracks {
  /** The caption languages as BCP 47 tags, each labelled by its own name. */
  captions: { language: string; label: string }[]
  /** The sizes of the picture, the largest first. */
  qualities: Choosable[]
  /** The sound tracks; a stream without a choice has at most one. */
  sounds: Choosable[]
  /** Shows the captions of a language, or none. */
  show: (language: string | null) => void
  /** Keeps a quality, or with null adapts it to the network. */
  chooseQuality: (id: string | null) => void
  chosen: () => ChosenTracks
  chooseSound: (id: string) => void
  inUse: () => InUse
  /** Calls back when other renditions are in use. Returns a function that ends this. */
  onChange: (listener: () => void) => () => void
  /** Chooses tracks again, after the stream was loaded anew: the same, or those of an earlier stream. */
  restore: (tracks?: ChosenTracks) => void
}

const NOTHING: InUse = { quality: null, sound: null }
const NO_CHOICE: ChosenTracks = { caption: null, quality: null, sound: null }

/** A plain file, which has one picture, one sound track and no captions. */
export const WITHOUT_TRACKS: Tracks = {
  captions: [],
  qualities: [],
  sounds: [],
  show: () => {},
  chooseQuality: () => {},
  chosen: () => NO_CHOICE,
  chooseSound: () => {},
  inUse: () => NOTHING,
  onChange: () => () => {},
  restore: () => {},
}

type TextTrack = ReturnType<ShakaPlayer['getTextTracks']>[number]
type Picture = ReturnType<ShakaPlayer['getVideoTracks']>[number]
type Sound = ReturnType<ShakaPlayer['getAudioTracks']>[number]

// Shaka spells some languages in its own way: zh-HANT.
const languageOf = ({ originalLanguage, language }: TextTrack | Sound) =>
  originalLanguage ?? language
const sizeOf = ({ width, height }: Picture) => Math.min(width ?? 0, height ?? 0)
const qualityOf = ({ width, height }: Picture) => qualityName(width ?? 0, height ?? 0)
const soundOf = (track: Sound) => `${languageOf(track)} ${track.label ?? ''}`

export function tracksOf(player: ShakaPlayer, media: HTMLMediaElement): Tracks {
  const chosen = { ...NO_CHOICE }
  const show = (language: string | null) => {
    chosen.caption = language
    // The last one, because captions of HLS are added again.
    const track = player.getTextTracks().findLast((one) => languageOf(one) === language)
    player.selectTextTrack(track ?? null)
  }
  const chooseQuality = (id: string | null) => {
    chosen.quality = id
    const track = player.getVideoTracks().find((one) => qualityOf(one) === id)
    player.configure('abr.enabled', track === undefined)
    if (track) player.selectVideoTrack(track, true)
  }
  const chooseSound = (id: string) => {
    chosen.sound = id
    const track = player.getAudioTracks().find((one) => soundOf(one) === id)
    if (track) player.selectAudioTrack(track)
  }
  const labelOf = (track: TextTrack | Sound) => track.label ?? languageOf(track)
  const captions = player
    .getTextTracks()
    .map((track) => ({ language: languageOf(track), label: labelOf(track) }))
  const pictures = player.getVideoTracks().toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return {
    captions: uniqueBy(captions, ({ language }) => language),
    qualities: uniqueBy(
      pictures.map((track) => ({ id: qualityOf(track), label: qualityOf(track) })),
      ({ id }) => id,
    ),
    sounds: player.getAudioTracks().map((track) => ({ id: soundOf(track), label: labelOf(track) })),
    show,
    chooseQuality,
    chosen: () => ({ ...chosen }),
    chooseSound,
    inUse: () => {
      const picture = player.getVideoTracks().find(({ active }) => active)
      const sound = player.getAudioTracks().find(({ active }) => active)
      return { quality: picture ? qualityOf(picture) : null, sound: sound ? soundOf(sound) : null }
    },
    onChange: (listener) => {
      const heard = ['adaptation', 'variantchanged', 'loaded']
      for (const event of heard) player.addEventListener(event, listener)
      media.addEventListener('resize', listener)
      return () => {
        for (const event of heard) player.removeEventListener(event, listener)
        media.removeEventListener('resize', listener)
      }
    },
    restore: ({ caption, quality, sound } = chosen) => {
      if (caption) show(caption)
      if (quality) chooseQuality(quality)
      if (sound) chooseSound(sound)
    },
  }
}

const uniqueBy = <T,>(all: T[], key: (one: T) => string) => [
  ...new Map(all.map((one) => [key(one), one])).values(),
]
