import { mutation } from './source-mutations.ts'

const CHECK = 'src/media/playback/segment-check.ts'
const CHECK_TEST = 'src/media/playback/segment-check.test.ts'
const FILES = 'src/media/playback/media-files.ts'
const TOKEN = 'src/media/playback/token.ts'
const LICENCES = 'src/integrations/licences.ts'
const LICENCES_TEST = 'src/media/playback/licences.test.ts'
const PROVIDER = 'src/media/playback/provider-token.ts'
const PLAYBACK = 'src/media/playback/playback.ts'
const DELIVERY = 'src/integrations/delivery.ts'

/** Mutations that let people watch who may not, or longer than they may. */
// oxfmt-ignore
export const playbackMutations = [
  mutation('segments are public', FILES, ["  await source.checkSegment(c, key.split('/')[1]!)\n", ''], CHECK_TEST, 'segments open with'),
  mutation('segments may be cached by everyone', FILES, ["const PRIVATE = 'private, no-store'", 'const PRIVATE = IMMUTABLE'], CHECK_TEST, 'segments open with'),
  mutation('a token opens the segments of another title', CHECK, ["verifyToken(ctx, token, { kid, use: 'stream' })", "verifyToken(ctx, token, { kid: null, use: 'stream' })"], CHECK_TEST, 'segments open with'),
  mutation('a permission is kept for everyone', CHECK, ["[kid, session, country, token].join(' ')", "[kid, token].join(' ')"], CHECK_TEST, 'segments open with'),
  mutation('a permission outlives a sale', CHECK, ['last.version === version && ', ''], CHECK_TEST, 'a sale ends segments'),
  mutation('a permission outlives a sign-out', CHECK, ['const KEPT_SECONDS = 1', 'const KEPT_SECONDS = 5'], CHECK_TEST, 'a sale ends segments'),
  mutation('a permission outlives a rental', CHECK, ['if (rented_until) ends.push', 'if (!rented_until) ends.push'], CHECK_TEST, 'after the end of a rental'),
  mutation('a permission outlives its token', CHECK, ['[addSeconds(ctx.now, KEPT_SECONDS), until]', '[addSeconds(ctx.now, KEPT_SECONDS)]'], CHECK_TEST, 'not a second longer'),
  mutation('a refusal is kept', CHECK, ['kept.get(key) === permission && kept.delete(key)', 'undefined'], CHECK_TEST, 'a refused one each time'),
  mutation('a token of a playlist opens manifests', TOKEN, ["given?.use === 'all' || given?.use === use", 'given !== undefined'], CHECK_TEST, 'for a sitting'),
  mutation('a token opens for another session', TOKEN, [' && given.session === session_id', ''], 'src/media/playback/playback.test.ts', 'a film'),
  mutation('a token lasts for ever', TOKEN, [' || given.until <= ctx.now.getTime()', ''], CHECK_TEST, 'for a sitting'),
  mutation('a signed address lasts longer', DELIVERY, ['SIGNED_SECONDS = 60', 'SIGNED_SECONDS = 600'], CHECK_TEST, 'signed for a minute'),
  mutation('an address is signed for every file', DELIVERY, ['update(`${path}${seconds}`)', 'update(`${seconds}`)'], 'src/integrations/delivery.test.ts', 'signed as its rule'),
  mutation('a licence outlives its rental', PROVIDER, ['other !== null && new Date(other) < end', 'other !== null && end < new Date(other)'], LICENCES_TEST, 'a licence ends with the rental'),
  mutation('a provider’s token has no end', LICENCES, ['expiration_date: entitled.tokenUntil.toISOString(),', ''], LICENCES_TEST, 'a token after a minute'),
  mutation('every licence may be stored', LICENCES, ['allow_persistence: persistent', 'allow_persistence: true'], LICENCES_TEST, 'a licence may be stored only'),
  mutation('a guest of a screening stores a licence', PLAYBACK, ['persistent && entitlement.screening_id === null', 'persistent'], 'src/media/screening/screening.test.ts', 'no licence to store'),
  mutation('a licence is stored although offline playback is off', PLAYBACK, ['mayStore && (await settingsFor(ctx)).offline_playback_enabled', 'mayStore'], LICENCES_TEST, 'a licence may be stored only'),
  mutation('a provider’s token carries bare keys', LICENCES, ['encrypted(id, rest.key, secret).toString', 'rest.key.toString'], LICENCES_TEST, 'the header picks the system'),
  mutation('a vendor’s viewer gets bare keys', PLAYBACK, ["verifyToken(ctx, token, { kid: null, drm: 'none' })", 'verifyToken(ctx, token, { kid: null })'], LICENCES_TEST, 'the header picks the system'),
  mutation('a browser gets bare keys although licences are required', PLAYBACK, ["if (!offeredSystems(ctx).includes('none')) fail('drm_unavailable')", ''], LICENCES_TEST, 'where licences are required'),
  mutation('ClearKey is offered although licences are required', PLAYBACK, ["licences?.isRequired ? [] : ['none' as const]", "['none' as const]"], LICENCES_TEST, 'where licences are required'),
  mutation('a system that is not offered is granted', PLAYBACK, ["!integrations.licences?.urls[drm]", 'false'], LICENCES_TEST, 'systems that are not offered'),
]
