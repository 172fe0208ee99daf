import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { type RouterContextProvider, useOutletContext } from 'react-router'
import { ask, askUnless, nowContext, REFRESH, useLive } from '#core/ask.ts'
import type { ReplyOf } from '#core/endpoint.ts'
import { useReader } from '#src/account/reader.tsx'
import { type Asset, getAsset } from '#src/asset/asset.shape.ts'
import { Approximately } from '#src/currency/approximately.tsx'
import { lastNumber, obiOf } from '#src/asset/title-card.tsx'
import { cellOf } from '#src/serial/serial-cells.tsx'
import { getBoard, getSerial } from '#src/serial/serial.shape.ts'
import { type BoardCell, nextOpen } from '#src/ui/board.ts'
import { Money } from '#src/ui/money.tsx'
import { isSpecial } from '#src/ui/numbering.ts'
import { Facts } from '#src/ui/shares-bar.tsx'
import { BuyBar, Ticket, TicketNumber, TicketPart } from '#src/ui/ticket.tsx'
import { When } from '#src/ui/when.tsx'
import type { Route } from './+types/ticket-page.ts'
import { calculateProfit } from './listing.shape.ts'
import { MoneyGoes } from './money-goes.tsx'
import { eyesOf } from './preview.shape.ts'
import { TicketActions, useMainAction } from './ticket-actions.tsx'

const ListDialog = lazy(() =>
  import('./list-dialog.tsx').then(({ ListDialog: dialog }) => ({ default: dialog })),
)
const DelistDialog = lazy(() =>
  import('./delist-dialog.tsx').then(({ DelistDialog: dialog }) => ({ default: dialog })),
)

/** What the title's page gives to the ticket that stands in it. */
export interface TicketContext {
  asset: ReplyOf<typeof getAsset>
  cells: readonly BoardCell[]
}

/** One copy of a title: the number in the address, else the cheapest on offer, else the first. */
export async function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const id = params.kid
  const eyes = eyesOf(pattern)
  const number = Number(url.searchParams.get('no')) || (await startingNumber(context, id))
  const query = { id, number, ...eyes }
  const copy = await askUnless(context, ['not_found', 'input_invalid'], getSerial, query)
  if (!copy) return null
  const { asset_token_id, sale_price: price } = copy
  const guests = ['not_signed_in', 'session_expired']
  const profit =
    price === null || eyes.as
      ? undefined
      : await askUnless(context, guests, calculateProfit, { asset_token_id, price })
  return { query, copy, profit, now: context.get(nowContext).toISOString() }
}

async function startingNumber(context: Readonly<RouterContextProvider>, id: string) {
  const { rows } = await ask(context, getBoard, { id })
  const offered = rows.map((row) => cellOf(row, true)).filter(({ state }) => state === 'buy')
  const byPrice = offered.toSorted((a, b) => (a.sale_price ?? 0) - (b.sale_price ?? 0))
  return byPrice[0]?.number ?? (await ask(context, getAsset, { id })).first_number
}

export default function TicketPage({ loaderData }: Route.ComponentProps) {
  return loaderData && <TicketOf {...loaderData} />
}

type Loaded = NonNullable<Route.ComponentProps['loaderData']>

function TicketOf({ query, copy: initial, profit, now }: Loaded) {
  const { t } = useLingui()
  const { asset, cells } = useOutletContext<TicketContext>()
  const { number } = initial
  const copy = useLive(getSerial, query, { initial, every: REFRESH.status })
  const [at, setAt] = useState(now)
  const [dialog, setDialog] = useState<'list' | 'delist'>()
  const isCreator = useReader()?.account_id === asset.creator_account_id
  const last = lastNumber(asset)
  const near = (step: 1 | -1) => {
    const to = nextOpen(cells, number, step)
    return to === undefined ? undefined : `?no=${to}`
  }
  const spine = asset.brand ? `${asset.title} — ${asset.brand.name}` : asset.title
  const isOwned = copy.mine && !isCreator
  const main = useMainAction(asset, copy, at)
  return (
    <>
      <Ticket obi={{ ...obiOf(asset), name: spine, ...(isOwned && { number, owned: true }) }}>
        <TicketNumber
          number={number}
          of={asset.copies_count}
          last={last}
          special={isSpecial(number, asset.first_number, last)}
          previous={near(-1)}
          next={near(1)}
        />
        <TicketPart>
          <div className="grid gap-4">
            <Facts
              facts={[
                ...(copy.sale_price === null
                  ? []
                  : ([
                      [
                        <Trans key="price">Price, tax included</Trans>,
                        <span key="yen" className="flex flex-col items-end">
                          <Money yen={copy.sale_price} className="text-h2 font-semibold" />
                          <Approximately yen={copy.sale_price} by={asset.local_currency} />
                        </span>,
                      ],
                    ] as const)),
                [
                  copy.is_primary && copy.sale_price !== null ? (
                    <Trans key="from">First sale, by</Trans>
                  ) : (
                    <Trans key="held">Held by</Trans>
                  ),
                  copy.is_primary ? (
                    copy.owner_username
                  ) : (
                    <Trans key="by">
                      {copy.owner_username} since <When at={copy.owned_since} detail="day" />
                    </Trans>
                  ),
                ],
              ]}
            />
            <TicketActions
              {...{ asset, copy, now: at, main }}
              onOpen={() => setAt(asset.sale_starting_at ?? now)}
              onList={() => setDialog('list')}
              onDelist={() => setDialog('delist')}
            />
          </div>
        </TicketPart>
        {copy.sale_price !== null && (
          <TicketPart>
            <MoneyGoes asset={asset} price={copy.sale_price} profit={profit} />
          </TicketPart>
        )}
        <TicketPart>
          <p className="text-hint text-ink-2">
            <Licence kind={asset.media_type} />
          </p>
        </TicketPart>
      </Ticket>
      {main && (
        <BuyBar
          number={number}
          last={last}
          price={copy.sale_price === null ? t`No. ${number}` : <Money yen={copy.sale_price} />}
          detail={copy.mine ? <Trans>Yours</Trans> : t`of ${asset.copies_count}`}
        >
          {main.short}
        </BuyBar>
      )}
      <Suspense>
        {dialog === 'list' && (
          <ListDialog asset={asset} copies={[copy]} onClose={() => setDialog(undefined)} />
        )}
        {dialog === 'delist' && (
          <DelistDialog copies={[copy]} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </>
  )
}

function Licence({ kind }: { kind: Asset['media_type'] }) {
  if (kind === 'image')
    return (
      <Trans>
        You buy a licence to view this numbered copy, and to lend, trade or sell it. Rights in the
        work stay with the creator.
      </Trans>
    )
  if (kind === 'audio')
    return (
      <Trans>
        You buy a licence to listen to this numbered copy, and to lend, trade or sell it. Rights in
        the work stay with the creator.
      </Trans>
    )
  return (
    <Trans>
      You buy a licence to watch this numbered copy, and to lend, trade or sell it. Rights in the
      work stay with the creator.
    </Trans>
  )
}
