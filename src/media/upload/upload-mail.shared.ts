import { mailKind } from '#src/platform/mail/mail.shared.ts'
import type { CutFile } from './upload.shared.ts'

interface About {
  id: string
}
interface CutFacts {
  uuid: string
  kid: string
  title: string
  /** True for the next trailer of a published title. */
  is_trailer: boolean
  cut_files: CutFile[]
}

const film = { name: 'snow-plough.mp4', stated_seconds: 1_132, read_seconds: 2 }
const about = { uuid: '9c1f', kid: '5f1d', title: 'Snow Plough, 4 a.m.' }

/** The mail to a creator whose file was cut off. */
export const cutMail = mailKind<About, CutFacts>(
  'cut',
  {
    'a film': { ...about, is_trailer: false, cut_files: [{ file: 'asset', ...film }] },
    'a new trailer': { ...about, is_trailer: true, cut_files: [{ file: 'trailer', ...film }] },
  },
  'studio',
)

interface FailedFacts {
  uuid: string
  title: string
  kept_until: string
}

/** The mail to a creator whose title could not be prepared. */
export const failedMail = mailKind<About, FailedFacts>(
  'upload_failed',
  { 'a film': { uuid: about.uuid, title: about.title, kept_until: '2030-01-22T03:00:00.000Z' } },
  'studio',
)
