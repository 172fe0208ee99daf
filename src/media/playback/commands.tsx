import { chapterBeside, type Chapters } from './chapters.shared.ts'
import { type KeyAction, speedAfter } from './player.shared.ts'

/** The commands that buttons and keys give to the player. */
export interface Commands {
  play: () => void
  toggle: () => void
  /** Seeks to a position in seconds from the start, limited to the title's length. */
  goTo: (seconds: number) => void
  /** Sets the volume, from 0 to 1, where 1 is this title's levelled maximum. */
  setVolume: (share: number) => void
  setRate: (rate: number) => void
  mute: () => void
  fullscreen: () => void
  /** Moves the film into a window of its own, or back. */
  pictureInPicture: () => void
  action: (what: KeyAction) => void
}

/**
 * Playback that is not the viewer's alone: someone else decides when it plays, and where. The viewer
 * keeps sound, captions and full screen.
 */
export interface SharedPlayback {
  /** False if the viewer may only follow. */
  mayControl: boolean
  /** True while the browser waits for a press of the viewer before it plays. */
  needsPress: boolean
  toggle: () => void
  goTo: (seconds: number) => void
  /** Receives the media element, to be controlled from outside; null when it is gone. */
  onMedia: (media: HTMLVideoElement | null) => void
}

interface CommandContext {
  media: HTMLVideoElement
  stage: HTMLElement
  /** The share of the element's volume that counts as full, because songs are levelled. */
  gain: number
  chapters: Chapters
  shared?: SharedPlayback | undefined
  onCaptions: () => void
  onHelp: () => void
}

export function commandsOf(context: CommandContext): Commands {
  const { media, stage, gain, chapters, shared, onCaptions, onHelp } = context
  // Stays paused under the button in the centre if the browser requires a press first.
  const play = () => void media.play().catch(() => {})
  const toggle = shared?.toggle ?? (() => (media.paused ? play() : media.pause()))
  const goTo = (seconds: number): void => {
    // Shaka goes to the beginning once it knows the film, and would undo an earlier seek.
    if (media.readyState < media.HAVE_METADATA)
      return media.addEventListener('loadedmetadata', () => goTo(seconds), { once: true })
    const within = Math.min(media.duration, Math.max(0, seconds))
    if (shared) shared.goTo(within)
    else media.currentTime = within
  }
  const setVolume = (share: number) => {
    media.volume = Math.min(1, Math.max(0, share)) * gain
    media.muted = false
  }
  // Kept as the default too, because Shaka stops a film that buffers by a rate of 0.
  const setRate = (rate: number) => {
    if (!shared) media.defaultPlaybackRate = media.playbackRate = rate
  }
  const mute = () => (media.muted = !media.muted)
  const fullscreen = () => void changeFullscreen(stage, media)
  const pictureInPicture = () => void changePicture(media).catch(() => {})
  const action = (what: KeyAction) => {
    if (what.action === 'toggle') toggle()
    else if (what.action === 'mute') mute()
    else if (what.action === 'captions') onCaptions()
    else if (what.action === 'fullscreen') fullscreen()
    else if (what.action === 'picture') pictureInPicture()
    else if (what.action === 'help') onHelp()
    else if (what.action === 'move') goTo(media.currentTime + what.seconds)
    else if (what.action === 'go') goTo(media.duration * what.share)
    else if (what.action === 'louder') setVolume(media.volume / gain + what.by)
    else if (what.action === 'chapter')
      goTo(chapterBeside(chapters, media.currentTime, what.by) ?? media.currentTime)
    else if (what.action === 'faster') setRate(speedAfter(media.defaultPlaybackRate, what.steps))
  }
  const changes = { setVolume, setRate, mute, fullscreen, pictureInPicture }
  return { play, toggle, goTo, ...changes, action }
}

/** Enters or leaves full screen. On an iPhone only the video itself can fill the screen. */
async function changeFullscreen(stage: HTMLElement, media: HTMLVideoElement) {
  const phone = media as HTMLVideoElement & { webkitEnterFullscreen?: () => void }
  if (document.fullscreenElement) await document.exitFullscreen()
  else if (stage.requestFullscreen) await stage.requestFullscreen()
  else phone.webkitEnterFullscreen?.()
}

/** Returns true if the browser can show a film in a window of its own. Songs have no picture. */
export const hasPictureInPicture = (media: HTMLVideoElement): boolean =>
  document.pictureInPictureEnabled && !media.disablePictureInPicture

async function changePicture(media: HTMLVideoElement) {
  if (document.pictureInPictureElement === media) await document.exitPictureInPicture()
  else if (hasPictureInPicture(media)) await media.requestPictureInPicture()
}
