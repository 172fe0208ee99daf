import { serve } from '#core/http/http.ts'
import { getChapters, putChapters } from './playback/chapters.ts'
import * as players from './playback/playback.shared.ts'
import * as playback from './playback/playback.ts'
import * as replacements from './replacements/replacement.shared.ts'
import * as replacement from './replacements/replacement.ts'
import * as replacing from './replacements/trailer.ts'
import { begin } from './upload/begin.ts'
import { complete, createChunkUrl } from './upload/complete.ts'
import { listOwnUploads } from './upload/list.ts'
import * as uploads from './upload/upload.shared.ts'
import { abort, retry } from './upload/upload.ts'

// oxfmt-ignore
export const mediaApi = [
  serve(replacements.getMedia,          'creator', replacement.getMedia),
  serve(replacements.replacePoster,     'creator', replacement.putPoster),
  serve(replacements.putSubtitles,      'creator', replacement.putSubtitles),
  serve(replacements.listReplacements,  'creator', replacing.listReplacements),
  serve(replacements.beginTrailer,      'creator', replacing.beginTrailer),
  serve(replacements.deleteTrailer,     'creator', replacement.deleteTrailer),
  serve(replacements.deleteSubtitles,   'creator', replacement.deleteSubtitles),
  serve(uploads.beginUpload,            'creator', begin),
  serve(uploads.signChunk,              'creator', createChunkUrl),
  serve(uploads.completeUpload,         'creator', complete),
  serve(uploads.listUploads,            'creator', listOwnUploads),
  serve(uploads.retryUpload,            'creator', retry),
  serve(uploads.abortUpload,            'creator', abort),
  serve(players.getSound,               'any',     playback.getSound),
  serve(players.getChapters,            'any',     getChapters),
  serve(players.putChapters,            'creator', putChapters),
  serve(players.createDrmToken,         'person',  playback.createToken),
  serve(players.clearKeyLicence,        'person',  playback.issueLicence),
  serve(players.hlsKey,                 'person',  playback.issueHlsKey),
  serve(players.getFairPlayCertificate, 'any',     playback.sendFairPlayCertificate),
]
