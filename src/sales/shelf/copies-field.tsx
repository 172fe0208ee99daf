import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointRead } from '#core/http/ask.ts'
import { TitleLine } from '#src/catalog/asset/title-line.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { ReadFailed } from '#src/ui/read-failed.tsx'
import { type Order, ReorderRow, useReordering } from '#src/ui/reordering.tsx'
import { listShelfChoices, type OwnShelfCopy, SHELF_COPIES_MAX } from './shelf.shared.ts'

type Copies = readonly OwnShelfCopy[]
const ROWS = 12 // of the collection, at first and with each "Show more"
const ROWS_MAX = 96

const idOf = ({ asset_token_id }: OwnShelfCopy) => asset_token_id

/**
 * Edits which copies stand on a shelf, and their order, by dragging or by buttons. The rest of the
 * collection follows, to be added.
 */
export function CopiesField(props: {
  copies: Copies
  onChange: (change: (copies: Copies) => Copies) => void
}) {
  const { copies, onChange } = props
  const { t } = useLingui()
  const nameOf = useNaming()
  const [q, setSearch] = useState('')
  const [limit, setLimit] = useState(ROWS)
  const read = useEndpointRead(listShelfChoices, { q, limit })
  const choices = read.reply
  const known = new Map([...(choices?.items ?? []), ...copies].map((copy) => [idOf(copy), copy]))
  const order = useReordering(copies.map(idOf), {
    onChange: (change) =>
      onChange((all) => {
        const of = new Map([...known.values(), ...all].map((copy) => [idOf(copy), copy]))
        return change(all.map(idOf)).flatMap((id) => of.get(id) ?? [])
      }),
    nameOf: (id) => nameOf(known.get(id)!),
    removed: (name) => t`${name} was removed from the shelf.`,
  })
  const others = choices?.items.filter((copy) => !copies.some((one) => idOf(one) === idOf(copy)))
  return (
    <div className="grid gap-6">
      <output className="sr-only">{order.announcement}</output>
      {copies.length === 0 ? (
        <p className="text-ink-2">
          <Trans>No copies yet. Add copies from the list below.</Trans>
        </p>
      ) : (
        <ol aria-label={t`Copies on the shelf`} className="border-y border-line">
          {copies.map((copy, at) => (
            <ReorderRow
              key={idOf(copy)}
              id={idOf(copy)}
              name={nameOf(copy)}
              at={at}
              count={copies.length}
              order={order}
            >
              <CopyLine copy={copy} />
            </ReorderRow>
          ))}
        </ol>
      )}
      <div className="grid gap-3">
        <h3 className="text-label font-semibold">
          <Trans>Your collection</Trans>
        </h3>
        <TextField
          type="search"
          label={t`Search your collection`}
          value={q}
          maxLength={80}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} // saves nothing
        />
        <ReadFailed read={read} />
        {others && (
          <Choices copies={others} order={order} isFull={copies.length >= SHELF_COPIES_MAX} />
        )}
        {choices && choices.total > limit && limit < ROWS_MAX && (
          <p>
            <Button small onClick={() => setLimit(limit + ROWS)}>
              <Trans>Show more</Trans>
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}

function Choices({ copies, order, isFull }: { copies: Copies; order: Order; isFull: boolean }) {
  const { t } = useLingui()
  const nameOf = useNaming()
  if (isFull)
    return (
      <p className="text-ink-2">
        <Trans>A shelf holds at most {SHELF_COPIES_MAX} copies.</Trans>
      </p>
    )
  if (copies.length === 0)
    return (
      <p className="text-ink-2">
        <Trans>No more copies to add.</Trans>
      </p>
    )
  return (
    <ul className="border-y border-line">
      {copies.map((copy) => {
        const name = nameOf(copy)
        return (
          <li
            key={idOf(copy)}
            className="flex min-h-16 items-center gap-3 border-t border-line py-2 first:border-t-0"
          >
            <CopyLine copy={copy} />
            <Button
              small
              icon="plus"
              id={order.idOf(idOf(copy), 'add')}
              aria-label={t`Add ${name}`}
              onClick={() => order.add(idOf(copy))}
            >
              <Trans>Add</Trans>
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function CopyLine({ copy }: { copy: OwnShelfCopy }) {
  return <TitleLine title={copy} note={<Trans>No. {copy.number}</Trans>} />
}

/** Returns a function that names a copy. */
function useNaming() {
  const { t } = useLingui()
  return ({ title, number }: OwnShelfCopy) => t`No. ${number} of “${title}”`
}
