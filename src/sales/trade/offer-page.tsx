import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { ask, askOptional, refusedPage, useEndpointMutation } from '#core/http/ask.ts'
import { getAcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { EmptyPage } from '#src/ui/empty-page.tsx'
import { pageAddress, pageFromSearch, Pagination } from '#src/ui/pagination.tsx'
import { RefusalMessage, RefusalWords } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import type { Route } from './+types/offer-page.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'
import { TopUpField, useTopUp } from './top-up-field.tsx'
import { CopyLink, CopyTile } from './trade-copy.tsx'
import {
  getTradeRelated,
  listTradable,
  listTradingAssets,
  MESSAGE_MAX,
  offerTrade,
  type OwnTradeCopy,
  type TradeCopy,
} from './trade.shared.ts'

const ROWS = 50 // of a person's copies, newest first

/**
 * Loads a copy that somebody wants, and the reader's copies to offer for it. With `counters`, the offer
 * answers another one. The reader's own copy leads to its page.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { trade_top_up_enabled } = await requirePageOn(context, 'trade_enabled')
  const counters = url.searchParams.get('counters') ?? undefined
  const id = params.key
  const [{ copy, is_open_to_trade }, me] = await Promise.all([
    ask(context, getTradeRelated, { id }),
    ask(context, getCurrentAccount, {}),
  ])
  if (copy.owner_account_id === me.account_id)
    throw redirect(`/asset/${copy.kid}?no=${copy.number}`)
  if (me.role === 'ADMIN') throw refusedPage('forbidden')
  const { owner_account_id } = copy
  const account = owner_account_id ?? undefined // missing if the owner is masked
  const pageOf = (name: string) => pageFromSearch(url.searchParams, name)
  const pages = { own: pageOf('own'), others: pageOf('others') }
  const part = (page: number) => ({ account, offset: page * ROWS, limit: ROWS })
  const [own, others, restriction] = await Promise.all([
    ask(context, listTradingAssets, { trading_asset_token_ids: id, ...part(pages.own) }),
    ask(context, listTradable, part(pages.others)),
    askOptional(context, ['not_found'], getAcquisitionRestriction, { asset_token_id: id }),
  ])
  const isOpen = is_open_to_trade || counters !== undefined
  return {
    copy,
    wanted: isOpen && owner_account_id ? { ...copy, owner_account_id } : undefined,
    obstacle: obstacles.find((code) => code === restriction?.reason),
    own: { ...own, page: pages.own },
    others: { ...others, page: pages.others },
    counters,
    mayTopUp: trade_top_up_enabled,
  }
}

/** The reasons for which the reader cannot get the copy, whatever they offer. */
const obstacles = [
  'region_unavailable',
  'sale_not_started',
  'sale_ended',
  'not_designated_acquirer',
] as const

export default function OfferPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const { t } = useLingui()
  const { copy, wanted, obstacle, own, counters } = loaderData
  const { number, title, kid } = copy
  const back = (
    <LinkButton look="main" to={`/asset/${kid}`}>
      <Trans>Back to the title</Trans>
    </LinkButton>
  )
  return (
    <div className="wrap max-w-[880px] pt-6 pb-16 sm:pt-8">
      <title>{t`Offer a trade · Renban`}</title>
      <h1 className="mb-6 text-h1">
        {counters ? <Trans>Make a counter-offer</Trans> : <Trans>Offer a trade</Trans>}
      </h1>
      {!wanted ? (
        <EmptyState
          title={
            <Trans>
              No. {number} of “{title}” is not open to trade
            </Trans>
          }
          actions={back}
        >
          <Trans>Its owner has to open it to trade first.</Trans>
        </EmptyState>
      ) : obstacle ? (
        <EmptyState title={<Trans>No. {number} cannot be traded right now</Trans>} actions={back}>
          <RefusalWords code={obstacle} values={{}} />
        </EmptyState>
      ) : own.total > 0 && own.items.length === 0 ? (
        <EmptyPage first={pageAddress(search, 'own', 0)} />
      ) : own.items.length === 0 ? (
        <EmptyState title={<Trans>You have no copy to offer</Trans>} actions={back}>
          <Trans>
            You can offer copies that are not listed for sale or rent, rented out or reserved.
          </Trans>
        </EmptyState>
      ) : (
        <OfferForm key={wanted.asset_token_id} {...loaderData} copy={wanted} />
      )}
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function OfferForm(props: Omit<Loaded, 'copy' | 'wanted'> & { copy: TradeCopy }) {
  const { copy, own, others, counters, mayTopUp } = props
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(own.items[0]!)
  const [message, setMessage] = useState('')
  const topUp = useTopUp()
  const offer = useEndpointMutation(offerTrade)
  const mine = own.items.find((one) => one.asset_token_id === chosen.asset_token_id) ?? chosen
  const { number, owner_username } = copy
  const given = mine.number

  function submit(event: SubmitEvent) {
    event.preventDefault()
    topUp.setTouched(true)
    if (topUp.isFaulty) return
    const body = {
      my_trading_serial_id: mine.asset_token_id,
      requested_serial_id: copy.asset_token_id,
      requested_serial_owner_account_id: copy.owner_account_id,
      top_up: topUp.body,
      message,
      counters,
    }
    const onSuccess = () => {
      toast({ message: t`${owner_username} can now accept your offer.` })
      void navigate('/account/trade_offer_histories?view=sent')
    }
    offer.mutate(body, { onSuccess })
  }

  return (
    <form className="grid gap-7" noValidate onSubmit={submit}>
      <p className="text-ink-2">
        <Trans>
          If {owner_username} accepts, the two copies change hands at the same moment. Until then,
          yours stays yours, but you cannot sell it or rent it out.
        </Trans>
      </p>
      <div className="grid max-w-[620px] grid-cols-[1fr_32px_1fr] items-start gap-2 sm:gap-4">
        <div className="grid gap-2">
          <p className="text-small text-ink-2">
            <Trans>You give</Trans>
          </p>
          <CopyTile copy={mine} mine />
        </div>
        <Icon name="trade" size={28} className="mt-24 self-start justify-self-center" />
        <div className="grid gap-2">
          <p className="text-small text-ink-2">
            <Trans>You get</Trans>
          </p>
          <CopyTile copy={copy}>
            <p className="text-ink-2 wrap-anywhere">
              <Trans>Owner: {owner_username}</Trans>
            </p>
          </CopyTile>
        </div>
      </div>
      {counters && <OtherCopies list={others} but={copy} counters={counters} />}
      <OwnCopies own={own} chosen={mine.asset_token_id} onChoose={setChosen} />
      {mayTopUp && <TopUpField typing={topUp} mine={mine} theirs={copy} />}
      <TextArea
        label={t`Message to ${owner_username}`}
        optional
        rows={3}
        maxLength={MESSAGE_MAX}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <RefusalMessage error={offer.error} />
      <div>
        <Button look="main" type="submit" busy={offer.isPending}>
          <Trans>
            Offer No. {given} for No. {number}
          </Trans>
        </Button>
      </div>
    </form>
  )
}

/** Chooses one of the reader's copies. */
function OwnCopies(props: {
  own: Loaded['own']
  chosen: string
  onChoose: (copy: OwnTradeCopy) => void
}) {
  const { own, chosen, onChoose } = props
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-label font-semibold">
        <Trans>Your copies</Trans>
      </legend>
      <div className="grid max-h-96 overflow-y-auto border-y border-line">
        {own.items.map((copy) => (
          <OwnCopy
            key={copy.asset_token_id}
            copy={copy}
            checked={copy.asset_token_id === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
      <Pages name="own" of={own} />
    </fieldset>
  )
}

function OwnCopy(props: {
  copy: OwnTradeCopy
  checked: boolean
  onChoose: (copy: OwnTradeCopy) => void
}) {
  const { copy, checked, onChoose } = props
  const { asset_token_id, number, title, brand } = copy
  return (
    <label className="flex min-h-11 items-center gap-1 border-b border-line py-2 last:border-b-0">
      <input
        type="radio"
        name="mine"
        value={asset_token_id}
        checked={checked}
        onChange={() => onChoose(copy)}
        className="check"
      />
      <span className="min-w-0 wrap-anywhere">
        <Trans>
          No. {number} of “{title}”
        </Trans>
        {brand && (
          <span className="ms-2 text-small text-ink-2">
            <bdi>
              <NameOfBrand brand={brand} />
            </bdi>
          </span>
        )}
      </span>
    </label>
  )
}

/** Links to the pages of one of the two lists of copies. */
function Pages({ name, of: { page, total } }: { name: string; of: Loaded['own' | 'others'] }) {
  const [search] = useSearchParams()
  return (
    <Pagination
      isBelow
      page={page}
      count={Math.ceil(total / ROWS)}
      hrefOf={(to) => pageAddress(search, name, to)}
    />
  )
}

/** Links to the other copies that the same person would trade, for an answer that asks for them. */
function OtherCopies(props: { list: Loaded['others']; but: TradeCopy; counters: string }) {
  const { list, but, counters } = props
  const copies = list.items.filter(({ asset_token_id }) => asset_token_id !== but.asset_token_id)
  if (copies.length === 0 && list.total <= ROWS) return null
  return (
    <details>
      <summary className="min-h-11 cursor-pointer text-label font-semibold">
        <Trans>Ask for another copy instead</Trans>
      </summary>
      <ul className="grid gap-1">
        {copies.map((copy) => (
          <li key={copy.asset_token_id} className="flex flex-wrap items-center gap-x-4">
            <CopyLink copy={copy} />
            <LinkButton small to={`/asset/${copy.asset_token_id}/offer?counters=${counters}`}>
              <Trans>Ask for this one</Trans>
            </LinkButton>
          </li>
        ))}
      </ul>
      <Pages name="others" of={list} />
    </details>
  )
}
