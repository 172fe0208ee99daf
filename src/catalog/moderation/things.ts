import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { mayShowItself } from '#src/accounts/account/account.ts'
import { linkTokens } from '#core/link-token.ts'
import type { Ctx } from '#core/context.ts'
import { findMessage } from './messages.ts'
import { hidingPath, type MessageKind, type ReportedThing } from './report.shared.ts'

interface Found {
  thing_id: string
  owner: string
  /** Quotes the text of a person for the report; null for titles and brands. */
  quoted: string | null
}

interface Kind {
  /** Checks the id that a report gives. */
  id: z.ZodType<string>
  /** Selects and locks a thing that the asker sees. */
  find: (id: string, ctx: Ctx) => RawBuilder<Found>
  /** Returns the page of a thing for others, from its `thingKey`; null if it has none. */
  path: (key: string) => string | null
  /** Returns the page on which its owner reads why it is hidden. */
  ownPath: (key: string, id: string) => string
}

const titlePath = (kid: string) => `/asset/${kid}`
const brandPath = (account: string) => `/brand/${account}`

const message = (of: MessageKind, id: z.ZodType<string> = z.uuid()): Kind => ({
  id,
  find: (message_id, ctx) => findMessage(of, message_id, ctx),
  path: () => null,
  ownPath: (_, message_id) => hidingPath(of, message_id),
})

/** How each kind of thing is found. How it is hidden stands in `src/admin/moderation/hide.ts`. */
export const things: Record<ReportedThing, Kind> = {
  title: {
    id: z.uuid(),
    find: (id) => sql`
      select kid as thing_id, creator as owner, null as quoted from asset where kid = ${id} and is_public
      for no key update`,
    path: titlePath,
    ownPath: titlePath,
  },
  brand: {
    id: z.uuid(),
    find: (id) => sql`
      select id as thing_id, owner, null as quoted from brand where id = ${id} and hidden_at is null
      for no key update`,
    path: brandPath,
    ownPath: brandPath,
  },
  person: {
    // Locks the shelf: two people who report each other would wait for their accounts.
    id: updateCurrentAccount.body.shape.username.unwrap(),
    find: (username) => sql`
      select account.id as thing_id, account.id as owner, concat_ws(chr(10), username, nullif(about, '')) as quoted
      from shelf join account on account.id = shelf.account_id
      where lower(username) = lower(${username}) and is_public and ${mayShowItself} for no key update of shelf`,
    path: (username) => `/shelf/${encodeURIComponent(username)}`,
    ownPath: (_, id) => hidingPath('person', id),
  },
  trade_offer: message('trade_offer'),
  gift: message('gift', z.uuid().or(linkTokens)),
  loan: message('loan', z.uuid().or(linkTokens)),
  screening_message: message('screening_message'),
}

/** Joins the things of `moderation_case`, for the two names below. */
export const joinThing = sql`
  left join asset on moderation_case.of = 'title' and asset.kid = thing_id
  left join brand on moderation_case.of = 'brand' and brand.id = thing_id
  left join account person on moderation_case.of not in ('title', 'brand') and person.id = moderation_case.owner`

/** Selects what a thing is called: a message by who wrote it. A hidden person keeps their name here. */
export const thingName = sql`coalesce(asset.title, brand.name, person.hidden_username, person.username)`

/** Selects what the address of a thing's page ends in. */
export const thingKey = sql`coalesce(asset.kid::text, brand.account, person.username)`
