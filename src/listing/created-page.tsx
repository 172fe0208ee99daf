import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask, REFRESH, useLive } from '#core/ask.ts'
import { getCreatedAsset } from '#src/asset/asset.shape.ts'
import { lastNumber } from '#src/asset/title-card.tsx'
import { useStatusWords } from '#src/serial/serial-state.tsx'
import {
  listCreatedSerials,
  listSerials,
  type SerialStatus,
  serialStatuses,
} from '#src/serial/serial.shape.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { ChoiceLinks } from '#src/ui/choice.tsx'
import { Pages } from '#src/ui/pages.tsx'
import type { Route } from './+types/created-page.ts'
import { CopiesTable } from './copies-table.tsx'

const ROWS = 50

/** Every copy of a title of one's own: where each is, and what can be done with many at once. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = params.kid
  const status = serialStatuses.find((one) => one === url.searchParams.get('status'))
  const page = Math.trunc(Number(url.searchParams.get('page'))) || 0
  const [asset, board, copies] = await Promise.all([
    ask(context, getCreatedAsset, { id }),
    ask(context, listSerials, { id }),
    ask(context, listCreatedSerials, queryOf(id, status, page)),
  ])
  return { asset, board, copies, status, page }
}

const queryOf = (id: string, status: SerialStatus | undefined, page: number) => ({
  ...{ id, status },
  offset: page * ROWS,
  limit: ROWS,
})

export default function CreatedPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, status, page } = loaderData
  const { kid, title } = asset
  const every = REFRESH.status
  const board = useLive(
    listSerials,
    { id: kid },
    { initial: loaderData.board, every: REFRESH.grid },
  )
  const query = queryOf(kid, status, page)
  const copies = useLive(listCreatedSerials, query, { initial: loaderData.copies, every })
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Copies of ${title} · Renban`}</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="text-small text-ink-2">
            <Link to={`/asset/${kid}`}>{title}</Link>
          </p>
          <h1 className="text-h1">
            <Plural value={asset.copies_count} one="# copy" other="# copies" />
          </h1>
        </div>
        <LinkButton small to={`/asset/${kid}/edit`}>
          <Trans>Edit the title</Trans>
        </LinkButton>
      </div>
      <StatusFilter board={board.items} status={status} />
      <CopiesTable
        key={`${status} ${page}`}
        asset={asset}
        rows={copies.items}
        all={board.items}
        last={lastNumber(asset)}
        status={status}
        hasHolder
      />
      <div className="mt-8">
        <Pages
          page={page}
          count={Math.ceil(copies.total / ROWS)}
          hrefOf={(to) => `?${addressOf(status, to)}`}
        />
      </div>
    </div>
  )
}

function addressOf(status: SerialStatus | undefined, page: number): string {
  const search = new URLSearchParams()
  if (status) search.set('status', status)
  if (page > 0) search.set('page', String(page))
  return search.toString()
}

/** Only the states that occur, with how many are in each. */
function StatusFilter(props: {
  board: readonly { status: SerialStatus }[]
  status: SerialStatus | undefined
}) {
  const { board, status } = props
  const { t } = useLingui()
  const words = useStatusWords()
  const counts = Map.groupBy(board, (serial) => serial.status)
  const shown = serialStatuses.filter((one) => counts.has(one) || one === status)
  const label = (word: string, count: number) => (
    <span>
      {word} <span className="amount">{count}</span>
    </span>
  )
  return (
    <div className="mb-4 overflow-x-auto py-1">
      <ChoiceLinks<SerialStatus | 'all'>
        apart
        label={t`State`}
        value={status ?? 'all'}
        options={[
          { value: 'all', label: label(t`All`, board.length), to: '?' },
          ...shown.map((one) => ({
            value: one,
            label: label(words[one], counts.get(one)?.length ?? 0),
            to: `?status=${one}`,
          })),
        ]}
      />
    </div>
  )
}
