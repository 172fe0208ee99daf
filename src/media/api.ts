import { section, serve } from '#core/http/http.ts'
import { inParts } from '#core/http/in-parts.ts'
import * as extras from './extras/extra.shared.ts'
import { countExtras, listExtras, orderExtras, removeExtra, updateExtra } from './extras/extras.ts'
import { sendExtraFile } from './extras/file.ts'
import * as downloads from './downloads/download.shared.ts'
import * as downloading from './downloads/download.ts'
import { getChapters, putChapters } from './playback/chapters.ts'
import * as players from './playback/playback.shared.ts'
import * as playback from './playback/playback.ts'
import * as positions from './playback/position.shared.ts'
import * as position from './playback/position.ts'
import { beginExtra, listOwnExtras } from './replacements/extra.ts'
import * as newExtras from './replacements/extra.shared.ts'
import * as replacements from './replacements/replacement.shared.ts'
import * as replacement from './replacements/replacement.ts'
import * as replacing from './replacements/trailer.ts'
import * as chat from './screening/chat.ts'
import * as screen from './screening/control.ts'
import { open } from './screening/open.ts'
import * as screeningRows from './screening/rows.ts'
import * as screenings from './screening/screening.shared.ts'
import * as seats from './screening/seats.ts'
import { begin } from './upload/begin.ts'
import { complete, createChunkUrl } from './upload/complete.ts'
import { accept } from './upload/cut-files.ts'
import { listOwnUploads } from './upload/list.ts'
import * as uploads from './upload/upload.shared.ts'
import { abort, retry } from './upload/upload.ts'
import { pictureRefusals } from '#src/platform/pictures/store-picture.ts'

const fileRefusals = ['not_found', 'upload_closed'] as const
/** Refusals of everyone who may not watch, in the sequence of the checks. */
const watchRefusals = [
  'not_found',
  'not_yours_to_watch',
  'rented_out',
  'rental_ended',
  'rental_not_started',
  'lent_out',
  'loan_ended',
  'region_unavailable',
  'not_ready_to_watch',
] as const
/** Refusals of a player, which may play for the guest of a screening. */
const playRefusals = [...watchRefusals, 'screening_closed', 'drm_unavailable'] as const
const downloadRefusals = ['not_found', ...downloads.downloadObstacles] as const
const openRefusals = [
  'forbidden',
  'not_owner',
  'screening_unavailable',
  'screening_not_allowed',
  'title_hidden',
  'screening_not_possible',
  'screening_running',
  ...watchRefusals,
] as const
const hostRefusals = ['not_found', 'screening_unavailable'] as const
const memberRefusals = [...hostRefusals, 'screening_removed'] as const
const keyRefusals = ['playback_token_invalid', ...playRefusals] as const

// oxfmt-ignore
export const mediaApi = [
  ...section('Uploads', [
    serve(uploads.beginUpload,    'creator', begin,          'Begin an upload', ['account_suspended', 'forbidden', 'too_many_uploads', 'not_found', 'not_in_brand', 'royalty_or_minimum_missing', 'price_below_minimum', 'price_out_of_bounds', 'subtitle_invalid']),
    serve(uploads.signChunk,      'creator', createChunkUrl, 'Get an address for one chunk of a large file', [...fileRefusals, 'chunk_invalid', 'chunk_url_failed']),
    serve(uploads.completeUpload, 'creator', complete,       'Complete an uploaded file', [...fileRefusals, 'upload_incomplete']),
    serve(uploads.listUploads,    'creator', listOwnUploads, 'List your uploads with their progress'),
    serve(uploads.retryUpload,    'creator', retry,          'Process an upload again', ['upload_closed']),
    serve(uploads.acceptCut,      'creator', accept,         'Publish what could be read of a cut file', ['upload_closed']),
    serve(uploads.abortUpload,    'creator', abort,          'Cancel an upload', ['upload_closed']),
  ]),
  ...section('Files of a title', [
    serve(replacements.getMedia,         'creator', replacement.getMedia,        'Get the files of one of your own titles', ['forbidden']),
    serve(replacements.replacePoster,    'creator', replacement.putPoster,       'Replace the poster', ['forbidden', 'title_not_out', ...pictureRefusals]),
    serve(replacements.putSubtitles,     'creator', replacement.putSubtitles,    'Add or replace subtitles', ['forbidden', 'title_not_out', 'subtitle_invalid']),
    serve(replacements.deleteSubtitles,  'creator', replacement.deleteSubtitles, 'Delete subtitles', ['forbidden', 'title_not_out']),
    serve(replacements.beginTrailer,     'creator', replacing.beginTrailer,      'Begin the upload of a new trailer', ['forbidden', 'title_not_out', 'trailer_on_its_way']),
    serve(replacements.deleteTrailer,    'creator', replacement.deleteTrailer,   'Delete the trailer', ['forbidden', 'title_not_out', 'trailer_on_its_way']),
    serve(replacements.listReplacements, 'creator', inParts(replacing.listReplacements),  'List new files and their progress', ['forbidden']),
    serve(players.getChapters,           'any',     getChapters,                 'Get the chapters of a film or song'),
    serve(players.putChapters,           'creator', putChapters,                 'Replace the chapters of a film or song', ['forbidden', 'title_not_out']),
    serve(players.getSound,              'any',     playback.getSound,           'Get the waveform and loudness of a song'),
  ]),
  ...section('Extras', [
    serve(extras.listExtras,       'any',     inParts(listExtras),    'List the extras of a title'),
    serve(extras.listExtraCounts,  'person',  inParts(countExtras),   'Count the extras that you may open, by title'),
    serve(extras.getExtraFile,     'person',  sendExtraFile, 'Get the file of an extra', ['extra_not_yours', 'rented_out', 'lent_out', 'rental_not_started', 'region_unavailable']),
    serve(newExtras.listOwnExtras, 'creator', inParts(listOwnExtras), 'List the extras of one of your own titles', ['forbidden']),
    serve(newExtras.beginExtra,    'creator', beginExtra,    'Begin the upload of an extra', ['forbidden', 'title_not_out', 'too_many_extras', 'extra_too_large']),
    serve(extras.updateExtra,      'creator', updateExtra,   'Change an extra', ['forbidden']),
    serve(extras.orderExtras,      'creator', orderExtras,   'Put the extras of a title in order', ['forbidden', 'changed_elsewhere']),
    serve(extras.removeExtra,      'creator', removeExtra,   'Remove an extra', ['forbidden']),
  ]),
  ...section('Playback', [
    serve(players.createDrmToken,  'person', playback.createToken,  'Get a token and an address to play a title', playRefusals),
    serve(players.clearKeyLicence, 'person', playback.issueLicence, 'Get a Clear Key licence', keyRefusals),
    serve(players.hlsKey,          'person', playback.issueHlsKey,  'Get the AES-128 key of an HLS stream', keyRefusals),
    serve(positions.putPosition,     'person', position.keep,   'Remember where you are in a title', watchRefusals),
    serve(positions.forgetPositions, 'person', position.forget, 'Forget where you stopped'),
  ]),
  ...section('Downloads', [
    serve(downloads.listDownloads,   'person', downloading.list,        'List the files and downloads of one of your copies', ['not_found']),
    serve(downloads.createDownload,  'person', downloading.create,      'Download the file of one of your copies', downloadRefusals),
    serve(downloads.releaseDownload, 'person', downloading.release,     'Release a copy whose file you have deleted', ['not_found', 'download_preparing', 'download_closed']),
    serve(downloads.getReceipt,      'person', downloading.sendReceipt, 'Get the signed receipt of a download', ['not_found', 'no_receipt']),
    serve(downloads.listRoots,       'any',    downloading.roots,       'List the roots that downloaded files are signed under'),
  ]),
  ...section('Screenings', [
    serve(screenings.openScreening,    'person', open,                     'Open a screening of one of your copies', openRefusals),
    serve(screenings.listScreenings,   'person', screeningRows.list,       'List the screenings you opened or joined'),
    serve(screenings.getInvitation,    'any',    screeningRows.invitation, 'Get a screening by its code', ['not_found']),
    serve(screenings.joinScreening,    'person', seats.join,               'Join a screening by its code', ['not_found', 'screening_unavailable', 'region_unavailable', 'screening_closed', 'screening_removed', 'screening_locked', 'screening_full']),
    serve(screenings.getScreening,     'person', screeningRows.get,        'Get a screening', memberRefusals),
    serve(screenings.changeScreening,  'person', screen.change,            'Lock a screening or switch the chat on', [...memberRefusals, 'screening_closed']),
    serve(screenings.controlScreening, 'person', screen.control,           'Start, play, pause or seek for everyone', [...memberRefusals, 'screening_closed']),
    serve(screenings.endScreening,     'person', screen.end,               'End a screening', memberRefusals),
    serve(screenings.removeGuest,      'person', seats.remove,             'Remove a guest', memberRefusals),
    serve(screenings.reportPresence,   'person', seats.presence,           'Report that you are present, and get the time', ['screening_closed']),
    serve(screenings.leaveScreening,   'person', seats.leave,              'Leave a screening', ['not_found', 'screening_removed']),
    serve(screenings.postMessage,      'person', chat.post,                'Write to everyone in a screening', [...memberRefusals, 'screening_closed', 'screening_chat_off', 'too_many_requests']),
    serve(screenings.removeMessage,    'person', chat.remove,              'Remove a message', hostRefusals),
  ], 'screening_enabled'),
  // Without a section, so not in the description: a call that only our player makes.
  serve(players.getFairPlayCertificate, 'any', playback.sendFairPlayCertificate, 'Get the FairPlay certificate'),
]
