import { mutation } from './source-mutations.ts'

const CODE = 'src/accounts/account/code.ts'
const GUESSING = 'src/accounts/account/guessing.test.ts'
const ALLOWANCE = 'src/accounts/account/code-allowance.ts'
const CODES = 'src/accounts/account/code.test.ts'

/** Mutations that admit a request, a page or a guess that must be refused. */
// oxfmt-ignore
export const guardMutations = [
  mutation('the form of a page may have any size', 'src/app.ts', ["hono.use(bodyLimit({ maxSize: OPEN_BODY_MAX, onError: () => fail('too_large') }))", ''], 'test/request-bodies.test.ts', 'a form above 64 kB'),
  mutation('a guest’s call may have a megabyte', 'src/core/http/http.ts', ["(access === 'any' ? OPEN_BODY_MAX : BODY_MAX)", 'BODY_MAX'], 'test/request-bodies.test.ts', 'takes 64 kB, others a megabyte'),
  mutation('a customer has a limit for each of their addresses', 'src/core/http/rate-limit.ts', ['count(networkOf(ip))', 'count(networkOf(ip) && ip)'], 'src/core/http/rate-limit.test.ts', 'over the limit'),
  mutation('a customer has streams for each of their addresses', 'src/platform/realtime/connection-limits.ts', ['`address ${networkOf(ip)}`', '`address ${networkOf(ip) && ip}`'], 'src/platform/realtime/live.test.ts', 'counted per person'),
  mutation('logs have the tokens of loans', 'src/core/http/secret-path.ts', ["  'loans',\n", ''], 'test/secret-paths.test.ts', 'token or a code'),
  mutation('codes wait for the mails of a busy sale', 'src/platform/mail/send.ts', ['(isAwaited ? 0 : AFTER_OTHER_JOBS)', '(isAwaited ? AFTER_OTHER_JOBS : AFTER_OTHER_JOBS)'], 'src/platform/mail/mail.test.ts', 'before 50 mails'),
  mutation('long jobs take the places of all', 'src/core/jobs.ts', ['Boolean(task.isLong) === isLong', '!isLong && task'], 'test/long-jobs.test.ts', 'a mail is sent while'),
  mutation('a time zone has many spellings', 'src/platform/notifications/schedule.ts', ['{ time_zone: zoneOf(time_zone), ...hours }', '{ time_zone, ...hours }'], 'src/platform/digest/digest.test.ts', 'one spelling'),
  mutation('emulators answer under any name', 'src/emulators.ts', ['own.includes(new URL(address).hostname)', 'own.length > 0'], 'test/start.test.ts', 'only under its own name'),
  mutation('the scheme of an origin is not compared', 'src/core/http/caller.ts', ['origin === new URL(publicUrl).origin', 'origin?.endsWith(new URL(publicUrl).host)'], 'src/app.test.ts', 'same scheme, host and port'),
  mutation('the port of an origin is not compared', 'src/core/http/caller.ts', ['origin === new URL(publicUrl).origin', 'origin?.startsWith(`http://${new URL(publicUrl).hostname}`)'], 'src/app.test.ts', 'same scheme, host and port'),
  mutation('a full disk of the database is a bug', 'src/core/database/database-error.ts', ['53[123]00', '53[23]00'], 'src/app.test.ts', 'disk or memory is full'),
  mutation('an upload without copies to list fails', 'src/core/database/events.ts', ['if (rows.length === 0) return\n', ''], 'src/sales/listing/list-issued.test.ts', 'nothing is listed, and nothing fails'),
  mutation('others can spend the codes of a known browser', ALLOWANCE, ['isKnown || request.pass', 'request.pass'], CODES, 'nobody can use up the codes'),
  mutation('a browser is known to every address', ALLOWANCE, [".where('email', '=', email)\n", '\n'], CODES, 'nobody can use up the codes'),
  mutation('used codes raise the price of others', ALLOWANCE, ["limit).where('used_at', 'is', null)", 'limit)'], CODES, 'a further one costs work'),
  mutation('any pass opens an address', 'src/accounts/account/code-pass.ts', ['isSameSecret(passOf(ctx, email, day), pass)', 'isSameSecret(passOf(ctx, email, day), passOf(ctx, email, day))'], CODES, 'nobody can use up the codes of a person'),
  mutation('a pass allows any number of codes', ALLOWANCE, ['request.pass ? [WITH_PASS] : []', '[]'], CODES, 'nobody can use up the codes of a person'),
  mutation('a link is mailed for each request', 'src/accounts/account/code.ts', ['String(slotOf(asked))', 'at, String(Math.random())'], CODES, 'nobody can use up the codes of a person'),
  mutation('a reader that stops is not cut off', 'src/platform/realtime/live.ts', ['else cutOff()', 'else end()'], 'src/platform/realtime/slow-readers.test.ts', 'readers that stop'),
  mutation('a place is free while its reader is connected', 'src/platform/realtime/live.ts', ["outgoing.once('close', release)", 'release()'], 'src/platform/realtime/slow-readers.test.ts', 'readers that stop'),
  mutation('a code never costs work', 'src/accounts/account/code.ts', ['if (due > 0 && !(await pays(tx, work, due)))', 'if (due < 0)'], CODES, 'work pays for one code'),
  mutation('work pays twice', 'src/accounts/account/code.ts', ['(await spent.executeTakeFirst()) === undefined', '(await spent.executeTakeFirst()) !== null'], CODES, 'work pays for one code'),
  mutation('cheap work pays', 'src/accounts/account/code.ts', ['if (!work || work.price * WORK_SLACK < price) return false', 'if (!work) return false'], CODES, 'half the price'),
  mutation('the work of another browser pays', 'src/accounts/account/work.ts', ['data.of !== payer || ', ''], CODES, 'work pays for one code'),
  mutation('old work pays', 'src/accounts/account/work.ts', [' || data.until <= ctx.now.toISOString()', ''], CODES, 'work pays for one code'),
  mutation('a task that was not solved pays', 'src/accounts/account/work.ts', ['return verified ?', 'return given ?'], CODES, 'work pays for one code'),
  mutation('wrong tries do not count', 'src/accounts/account/code.ts', ['tries: sql`tries + (hmac <> ${hmac})::int`', 'tries: sql`tries`'], CODES, 'five wrong tries lock'),
  mutation('a draw has as many copies as other purchases', 'src/sales/purchase/decide.ts', ['isDrawn ? settings.copies_per_draw : settings.purchases_per_action', 'settings.purchases_per_action'], 'src/sales/draw/draw.test.ts', 'whatever other purchases'),
  mutation('a mail waits for ever', 'src/platform/mail/send.ts', ['WAITS_SECONDS) < now) return', 'WAITS_SECONDS) < now) void 0'], 'src/admin/moderation/hidden-deals.test.ts', 'waits for a hidden title for 30 days'),
  mutation('a mail goes out while what it leads to is hidden', 'src/sales/gift/gift-mail.ts', ["if (isToRecipient && !row.is_public) return 'waits'", ''], 'src/admin/moderation/hidden-deals.test.ts', 'queued before a title was hidden'),
  mutation('a code has five tries whatever the settings say', 'src/accounts/account/code.ts', [".where('tries', '<', code_tries)", ".where('tries', '<', 5)"], 'src/accounts/account/code.test.ts', 'the settings say'),
  mutation('thieves guess at many addresses', ALLOWANCE, ['const UNUSED_TRIES = 800', 'const UNUSED_TRIES = 8_000'], GUESSING, 'hits any'),
  mutation('thieves guess at codes that they gathered', CODE, [': sql<boolean>`(pass or not ${areCodesGuessed(ctx.now)})`', ': sql<boolean>`true`'], GUESSING, 'gathered'),
  mutation('guesses at once are all let through', CODE, ['(pass or not ${areCodesGuessed(ctx.now)})', '(pass or not ${(await sql<{ is: boolean }>`select ${areCodesGuessed(ctx.now)} as is`.execute(ctx.db)).rows[0]!.is}::boolean)'], GUESSING, 'all arrive at once'),
  mutation('the link of an address does not help while codes are guessed', CODE, ['(pass or not ', '(not '], GUESSING, 'gathered'),
  mutation('a known browser is locked out while codes are guessed', CODE, ['const isOpen = isKnown\n', 'const isOpen = !isKnown && isKnown\n'], GUESSING, 'gathered'),
  mutation('others can spend the codes of a session that confirms a step', ALLOWANCE, ['if (person?.session_id === browser) return true\n', ''], GUESSING, 'stolen session'),
  mutation('the code of a step is bound to the browser', CODE, ['const browser = sessionOf(ctx, { email, purpose }) ?? bindBrowser(ctx)', 'const browser = bindBrowser(ctx)'], GUESSING, 'stolen session'),
  mutation('an address alone takes a browser from its person', 'src/platform/notifications/push-subscription.ts', ['if (other && other.auth !== auth)', 'if (other && other.auth === endpoint)'], 'src/platform/notifications/push.test.ts', 'knows only the address'),
  mutation('what waited is told as it was', 'src/platform/mail/send.ts', ['if (about === null || !known) return told', 'if (known) return told'], 'src/admin/moderation/waiting-news.test.ts', 'who was hidden since'),
  mutation('what is over is told', 'src/platform/mail/send.ts', ["if (!letter || letter === 'waits' || letter.id !== message_id) return undefined", "if (!letter || letter === 'waits' || letter.id !== message_id) return told"], 'src/admin/moderation/waiting-news.test.ts', 'nor what is over'),
  mutation('wrong coupon codes of an account close it for valid ones', 'src/sales/coupon/find-coupon.ts', ['if (found) return found.id\n', ''], 'src/sales/coupon/secrecy.test.ts', 'a valid code is always taken'),
]
