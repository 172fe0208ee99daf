import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useRefetchAll } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { type Column, Table } from '#src/ui/table.tsx'

interface Offered {
  id: string
  title: string
  copies: number
  created_at: string
}

interface ListedOffers<Row> {
  /** The path of the list; the page of an offer is below it. */
  path: string
  state: (row: Row) => ReactNode
  /** How far an offer has come. */
  progress: { label: string; cell: (row: Row) => ReactNode }
}

/** Lists a creator's offers of one kind. */
export function OffersTable<Row extends Offered>(
  props: ListedOffers<Row> & { caption: string; rows: readonly Row[] },
) {
  const { caption, rows } = props
  const columns = useColumns(props)
  return (
    <div className="panel">
      <Table<Row> caption={caption} rows={rows} columns={columns} keyOf={({ id }) => id} />
    </div>
  )
}

function useColumns<Row extends Offered>(props: ListedOffers<Row>): Column<Row>[] {
  const { t } = useLingui()
  const { path, state, progress } = props
  return [
    {
      key: 'title',
      label: t`Title`,
      lead: true,
      cell: ({ id, title, copies }) => (
        <span className="grid min-w-0 text-start">
          <Link to={`${path}/${id}`} className="reach inline-block font-semibold wrap-anywhere">
            <bdi>{title}</bdi>
          </Link>
          <span className="text-hint font-normal text-ink-2">
            <Plural value={copies} one="# copy" other="# copies" />
          </span>
        </span>
      ),
    },
    { key: 'state', label: t`Status`, cell: state },
    { key: 'progress', end: true, ...progress },
    { key: 'date', label: t`Date`, end: true, cell: (row) => <DateTime at={row.created_at} /> },
  ]
}

/** Renders the frame of the page of one offer: the way back to the list, its title and state. */
export function OfferFrame(props: {
  /** The title of the browser tab. */
  tab: string
  list: { to: string; name: ReactNode }
  title: string
  state: ReactNode
  children: ReactNode
}) {
  const { tab, list, title, state, children } = props
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{tab}</title>
      <p className="mb-1 text-small text-ink-2">
        <Link to={list.to} className="reach inline-block">
          {list.name}
        </Link>
      </p>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">
          <bdi>{title}</bdi>
        </h1>
        {state}
      </div>
      <div className="grid grid-cols-1 gap-6">{children}</div>
    </div>
  )
}

/** A button that ends an offer after a confirmation, which says in `children` what that means. */
export function EndOffer(props: {
  id: string
  button: ReactNode
  question: string
  ending: {
    mutate: (offer: { id: string }, then: { onSuccess: () => void }) => void
    error: Error | null
    isPending: boolean
    isSuccess: boolean
  }
  children: ReactNode
}) {
  const { id, button, question, ending, children } = props
  const refetchAll = useRefetchAll()
  const [isAsking, setAsking] = useState(false)
  const onSuccess = () => void refetchAll().then(() => setAsking(false))
  return (
    <>
      <Button onClick={() => setAsking(true)}>{button}</Button>
      {isAsking && (
        <ConfirmDialog
          title={question}
          doing={ending}
          keep={<Trans>Keep it open</Trans>}
          action={<Trans>End it</Trans>}
          onAction={() => ending.mutate({ id }, { onSuccess })}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
