import { serve } from '#core/http/http.ts'
import { getChapters, putChapters } from './playback/chapters.ts'
import * as players from './playback/playback.shared.ts'
import * as playback from './playback/playback.ts'
import * as replacements from './replacements/replacement.shared.ts'
import * as replacement from './replacements/replacement.ts'
import * as replacing from './replacements/trailer.ts'
import { begin } from './upload/begin.ts'
import { complete, signOne } from './upload/complete.ts'
import { list as listUploads } from './upload/status.ts'
import { abort, retry } from './upload/tend.ts'
import * as uploads from './upload/upload.shared.ts'

// oxfmt-ignore
export const mediaApi = [
  serve(replacements.getMedia,          'creator', replacement.get),
  serve(replacements.replacePoster,     'creator', replacement.replacePoster),
  serve(replacements.putSubtitles,      'creator', replacement.putSubtitles),
  serve(replacements.listReplacements,  'creator', replacing.list),
  serve(replacements.beginTrailer,      'creator', replacing.beginTrailer),
  serve(replacements.deleteTrailer,     'creator', replacement.deleteTrailer),
  serve(replacements.deleteSubtitles,   'creator', replacement.deleteSubtitles),
  serve(uploads.beginUpload,            'creator', begin),
  serve(uploads.signChunk,              'creator', signOne),
  serve(uploads.completeUpload,         'creator', complete),
  serve(uploads.listUploads,            'creator', listUploads),
  serve(uploads.retryUpload,            'creator', retry),
  serve(uploads.abortUpload,            'creator', abort),
  serve(players.getSound,               'any',     playback.getSound),
  serve(players.getChapters,            'any',     getChapters),
  serve(players.putChapters,            'creator', putChapters),
  serve(players.createDrmToken,         'person',  playback.giveToken),
  serve(players.clearKeyLicence,        'person',  playback.giveLicence),
  serve(players.hlsKey,                 'person',  playback.giveHlsKey),
  serve(players.getFairPlayCertificate, 'any',     playback.giveFairPlayCertificate),
]
