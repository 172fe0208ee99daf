import { mutation } from './source-mutations.ts'

const OPEN = 'src/media/screening/open.ts'
const SEATS = 'src/media/screening/seats.ts'
const CONTROL = 'src/media/screening/control.ts'
const CHAT = 'src/media/screening/chat.ts'
const GUESTS = 'src/media/playback/entitlement.ts'
const GOES_ON = 'src/media/playback/screened.ts'
const TEST = 'src/media/screening/screening.test.ts'

/** Mutations that show a copy to people who may not see it, or for longer than they may. */
// oxfmt-ignore
export const screeningMutations = [
  mutation('a copy of another owner is screened', OPEN, ["if (copy.owner !== host) fail('not_owner')", ''], TEST, 'only an owner opens'),
  mutation('an opening asks for a second connection', OPEN, ['authorizePlayback(tx, viewer', 'authorizePlayback(ctx.db, viewer'], TEST, 'forty openings at once'),
  mutation('a title is screened against its creator’s will', OPEN, ["if (guests_max === 0) fail('screening_not_allowed')", ''], TEST, 'only an owner opens'),
  mutation('a copy that is elsewhere is screened', OPEN, ["copy.is_elsewhere ? fail('screening_not_possible') : copy", 'copy'], TEST, 'only an owner opens'),
  mutation('guests at once take more seats than there are', SEATS, ['where code_hash = ${codeHash(ctx, code)} for no key update', 'where code_hash = ${codeHash(ctx, code)}'], TEST, 'last seat'),
  mutation('a full screening takes one more guest', SEATS, ['screening.seats_taken >= screening.guests_max', 'screening.seats_taken > screening.guests_max'], TEST, 'last seat'),
  mutation('a removed guest joins again', SEATS, ["if (known?.removed_at) fail('screening_removed')", ''], TEST, 'cannot return'),
  mutation('a locked screening lets guests in', SEATS, ["if (screening.is_locked) fail('screening_locked')", ''], TEST, 'locks the screening'),
  mutation('anybody removes guests', SEATS, ['and guest.screening_id = screening.id and screening.host = ${currentPerson(ctx).account_id}', 'and guest.screening_id = screening.id'], TEST, 'only the host controls'),
  mutation('a guest controls the screening', CONTROL, [".where('id', '=', id)\n    .where('host', '=', host)\n    .executeTakeFirst()\n  const { asset_token_id }", ".where('id', '=', id)\n    .executeTakeFirst()\n  const { asset_token_id }"], TEST, 'only the host controls'),
  mutation('a removed guest goes on watching', GUESTS, ['guest.left_at is null and guest.removed_at is null', 'guest.left_at is null'], TEST, 'cannot return'),
  mutation('guests watch before the start', GUESTS, ["and screening.status = 'running' and ${goesOnAt(now)}", 'and ${goesOnAt(now)}'], TEST, 'watch once it starts'),
  mutation('a seat in one screening opens any other of the title', GUESTS, ['where screening.id = ${screening_id!} and screening.kid', 'where screening.kid'], TEST, 'watch once it starts'),
  mutation('guests of a sold copy go on watching', GOES_ON, ['and serial.owner = screening.host and', 'and'], TEST, 'at once and whichever way'),
  mutation('guests of a copy in a wallet go on watching', GOES_ON, ['  and serial.linked_wallet_id is null\n', ''], TEST, 'at once and whichever way'),
  mutation('a copy in a wallet is screened', OPEN, [' or serial.linked_wallet_id is not null', ''], TEST, 'only an owner opens'),
  mutation('guests of a hidden title go on watching', GOES_ON, [' and shown.is_public', ''], TEST, 'at once and whichever way'),
  mutation('a copy of a hidden title is screened', OPEN, ["  if (copy.is_hidden) fail('title_hidden')\n", ''], TEST, 'can be shown'),
  mutation('guests of a downloaded copy go on watching', GOES_ON, ['and serial.downloaded_at is null', ''], TEST, 'at once and whichever way'),
  mutation('screenings go on while they are switched off', GOES_ON, ["screening.status <> 'ended' and ${isScreeningOn}", "screening.status <> 'ended'"], TEST, 'at once and whichever way'),
  mutation('a screening goes on for ever without its host', GOES_ON, ['and screening.host_seen_at\n    > ${now.toISOString()}::timestamptz - ${graceSeconds} * interval \'1 second\'', ''], TEST, 'at once and whichever way'),
  mutation('the chat is open before the host opens it', CHAT, ["if (!chat_enabled) fail('screening_chat_off')", ''], TEST, 'the chat is off'),
  mutation('people write without limit', CHAT, ["if (count >= PACE.atMost) fail('too_many_requests', { seconds: PACE.within })", ''], TEST, 'the chat is off'),
  mutation('guests remove messages', CHAT, ['await requireHosted(tx, id, currentPerson(ctx).account_id)\n', ''], TEST, 'only the host controls'),
  mutation('messages outlive the screening', 'src/media/screening/end.ts', ["await tx.deleteFrom('screening_message').where('screening_id', 'in', ended).execute()", 'void ended'], TEST, 'deleted at the end'),
  mutation('screenings are opened while they are switched off', 'src/platform/settings/features.ts', ['if (!settings[name])', "if (!settings[name] && name !== 'screening_enabled')"], TEST, 'SH-14'),
]
