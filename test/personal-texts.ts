import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { tokenOf } from '#core/http/caller.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import type { Config } from '#src/config.ts'
import { bankOf } from '#src/finance/bank-account/bank.ts'
import { oddTexts } from './fuzz-values.ts'
import { type Mail, readMail, type Received } from '#src/emulators/mail/server.ts'

/** A text that somebody entered about themselves or for somebody. */
interface PersonalText {
  text: string
  /** Its table and column. */
  what: string
  /** The accounts and the address that may see it. */
  readers: string[]
}
interface Owned {
  hash: string
  account_id: string
}
interface Reply {
  method: string
  path: string
  token: string | undefined
  /** Returns the body of the request. */
  sent: () => string
  read: () => string
}

const TEXT = /^(text\/(?!css|javascript)|application\/(json|ld\+json|xml|atom\+xml|rss\+xml))/
const EMULATED = ['mail', 'storage', 'card', 'bank', 'wallet'] // folders of emulators, which are the vendors' own
const SHORT = 8 // characters; a shorter text is found where nobody wrote it
/** A text that is an id, as fuzzing enters it, stands in addresses. */
const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
/** A text of one letter, as fuzzing enters it, stands in addresses, too. */
const ONE_LETTER = '^(.)\\1{0,}$'
/** Odd inputs that stand in addresses unchanged. */
const inAddresses = oddTexts.flat().filter((text) => /^[\w.!~-]{1,40}$/.test(text))
/** Whoever has the secret link of a gift or a loan reads what was written for them. */
const SECRET_LINK = /\/(gifts|loans)\/[0-9a-f]{64}/

/**
 * Personal texts. Administrators may see all of them, since they answer for reports, payouts and lost
 * accounts. Texts that are made to be public, such as sellers' notices, are not among them. An asterisk
 * outside parentheses would keep connections from preparing the statement.
 */
const PERSONAL_TEXTS = sql<PersonalText>`
  select text, what, array(select p::text from unnest(people) p where p is not null) || lower(address) as readers
  from (
    select email as text, 'account.email' as what,
      array_append(array(select account_id from test_reader.address where email = account.email), id) as people,
      null as address from account
    union all select first_name, 'account.first_name', array[id], null from account
    union all select last_name, 'account.last_name', array[id], null from account
    union all select new_email, 'account_recovery.new_email', array[account_id], null from account_recovery
    union all select email, 'gift.email', array[giver, recipient], email from gift
    union all select message, 'gift.message', array[giver, recipient], email from gift
    union all select email, 'loan.email', array[lender, borrower], email from loan
    union all select message, 'loan.message', array[lender, borrower], email from loan
    union all select message, 'trade_offer.message', array[offeror, owner], null from trade_offer
    union all select text, 'moderation_report.text', array[account_id], email from moderation_report
    union all select email, 'moderation_report.email', array[account_id], email from moderation_report
    union all select evidence, 'verification_request.evidence', array[asked_by], null from verification_request
    union all select endpoint, 'push_subscription.endpoint', array[account_id], null from push_subscription
    union all select name, 'passkey.name', array[account_id], null from passkey
    union all select name, 'api_key.name', array[account_id], null from api_key
    union all select name, 'saved_search.name', array[account_id], null from saved_search
    union all select text, 'screening_message.text', array(
      select account_id from screening_guest where screening_id = m.screening_id
      union select host from screening where id = m.screening_id), null
      from screening_message m
  ) each where char_length(text) >= ${sql.lit(SHORT)} and (text !~* ${sql.lit(ID)})
    and text !~ ${sql.lit(ONE_LETTER)}
    and text not in (${sql.join(inAddresses.map((text) => sql.lit(text)))})`

/**
 * SQL that makes the template database remember the account of each session that ever was, and the
 * former addresses of accounts, which other people may have since.
 */
export const REMEMBER_READERS = `
  create schema test_reader;
  create table test_reader.session (hash text, account_id uuid);
  create table test_reader.address (email text, account_id uuid);
  create function test_reader.remember() returns trigger language plpgsql as
    $$ begin
      if tg_relname = 'session' then insert into test_reader.session values (new.token_hash, new.account_id);
      else insert into test_reader.address values (old.email, old.id); end if;
      return null;
    end $$;
  create trigger remember after insert or update of token_hash on session
    for each row execute function test_reader.remember();
  create trigger remember after update of email on account
    for each row execute function test_reader.remember();
`

/** Collects the texts of all replies of a test's app. */
export function watchReplies(publicUrl: string) {
  const replies: Reply[] = []
  const watch = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    const sent: Buffer[] = []
    let headers = new Headers()
    const keep = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    }
    before(request, 'emit', (event, chunk) => {
      if (event === 'data' && chunk instanceof Uint8Array) sent.push(Buffer.from(chunk))
    })
    before(response, 'writeHead', (...of) => (headers = new Headers(of.at(-1) as HeadersInit)))
    before(response, 'write', keep)
    before(response, 'end', keep)
    response.once('close', () => {
      if (!TEXT.test(headers.get('content-type') ?? '')) return
      const { authorization = '', cookie = '' } = request.headers
      replies.push({
        method: request.method!,
        path: request.url!,
        token: tokenOf(new Headers({ authorization, cookie }), publicUrl),
        sent: () => Buffer.concat(sent).toString(),
        read: () => {
          const body = decoded(Buffer.concat(chunks), headers.get('content-encoding'))
          return [...headers.values(), body].join('\n')
        },
      })
    })
  }
  return { replies, watch }
}

/** Runs `look` with the arguments of each call of a method, before the method. */
function before<T extends IncomingMessage | ServerResponse>(
  of: T,
  name: keyof T & string,
  look: (...of: unknown[]) => void,
) {
  const method = (of[name] as (...values: unknown[]) => unknown).bind(of)
  Object.assign(of, {
    [name](...values: unknown[]) {
      look(...values)
      return method(...values)
    },
  })
}

/** Returns the text of a body, also of one that broke off. */
function decoded(bytes: Buffer, coding: string | null): string {
  if (coding === 'gzip')
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  const finishFlush = constants.BROTLI_OPERATION_FLUSH
  return (coding === 'br' ? brotliDecompressSync(bytes, { finishFlush }) : bytes).toString()
}

interface Watched {
  app: { db: Db }
  config: Pick<Config, 'secret' | 'keyRing' | 'dataDir'>
  replies: Reply[]
  /** The log. */
  lines: string[]
}

/** Returns where a personal text reached somebody else, a log line or a file; empty if nowhere. */
export async function findLeaks({ app: { db }, config, replies, lines }: Watched) {
  const personal = [...(await PERSONAL_TEXTS.execute(db)).rows, ...(await bankNumbers(db, config))]
  const { ownerOf, accountAt, isAdmin } = await readersIn(db, config)
  // Who may see a text: also those who sent the same, such as the address of a common friend.
  const known = new Map<string, string[]>()
  for (const { text, readers } of personal)
    known.set(text, [...(known.get(text) ?? []), ...readers])
  const leaks = new Set<string>()
  const search = (
    where: string,
    text: string,
    readers: (string | undefined)[] = [],
    own = '', // what the reader sent, which the reply may repeat
  ) => {
    if (readers.some(isAdmin)) return
    for (const { text: one, what } of personal)
      if (
        text.includes(one) &&
        !own.includes(one.toLowerCase()) &&
        !known.get(one)!.some((reader) => readers.includes(reader))
      )
        leaks.add(`${what} "${one}" in ${where}`)
  }
  for (const { token, sent } of replies) {
    const writer = ownerOf(token)
    const body = writer ? sent().toLowerCase() : ''
    if (body)
      for (const { text } of personal)
        if (body.includes(text.toLowerCase())) known.get(text)!.push(writer!)
  }
  for (const { method, path, token, sent, read } of replies) {
    const reader = ownerOf(token)
    if (SECRET_LINK.test(path) || isAdmin(reader)) continue
    const own = sent().toLowerCase()
    search(`${method} ${path} for ${reader ?? 'a guest'}`, read(), [reader], own)
  }
  for (const line of lines) search(`the log: ${line.slice(0, 200)}`, line)
  for (const { to, subject, text, html } of await mailsIn(config.dataDir)) {
    const address = to.toLowerCase()
    search(`the mail "${subject}" to ${to}`, text + (html ?? ''), [address, accountAt(address)])
  }
  for (const path of filesIn(config.dataDir)) search(path, readFileSync(path).toString('latin1'))
  return [...leaks]
}

async function bankNumbers(db: Db, config: Watched['config']): Promise<PersonalText[]> {
  const people = await db.selectFrom('bank_account').select('account_id').execute()
  const found = people.map(async ({ account_id }) => {
    const bank = await bankOf(db, config, account_id).catch(() => undefined) // a test broke it
    const what = 'bank_account.account_number'
    return bank ? [{ text: bank.account_number, what, readers: [account_id] }] : []
  })
  return (await Promise.all(found)).flat()
}

async function readersIn(db: Db, { secret }: Watched['config']) {
  const accounts = await db.selectFrom('account').select(['id', 'email', 'role']).execute()
  const ended = await db.selectFrom('role_change').select('account_id').where('from_role', '=', 'ADMIN').execute() // oxfmt-ignore
  const sessions = await sql<Owned>`delete from test_reader.session returning hash, account_id`.execute(db) // oxfmt-ignore
  const keys = await db.selectFrom('api_key').select(['key_hash as hash', 'account_id']).execute()
  await sql`delete from test_reader.address`.execute(db)
  const owners = new Map([...sessions.rows, ...keys].map(({ hash, account_id }) => [hash, account_id])) // oxfmt-ignore
  const admins = new Set([
    ...ended.map(({ account_id }) => account_id),
    ...accounts.filter(({ role }) => role === 'ADMIN').map(({ id }) => id),
  ])
  const addresses = new Map(accounts.map(({ id, email }) => [email.toLowerCase(), id]))
  return {
    ownerOf: (token = '') =>
      owners.get(createHash('sha256').update(token).digest('hex')) ??
      owners.get(keyedHash(secret, 'api_key', token)),
    accountAt: (address: string) => addresses.get(address),
    isAdmin: (reader: string | undefined) => admins.has(reader!),
  }
}

async function mailsIn(dataDir: string): Promise<Mail[]> {
  const path = join(dataDir, 'mail/received.jsonl')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return Promise.all(lines.map((line) => readMail(JSON.parse(line) as Received)))
}

const filesIn = (dataDir: string) =>
  globSync('**', { cwd: dataDir, exclude: (path) => EMULATED.includes(path) })
    .map((path) => join(dataDir, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
