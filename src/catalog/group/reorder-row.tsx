import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Picture } from '#src/ui/picture.tsx'
import type { Order } from './reorder.tsx'

/** Shows a title at its place in a group, with buttons to move and remove it. */
export function ReorderRow(props: { title: Asset; at: number; count: number; order: Order }) {
  const { title, at, count, order } = props
  const { t } = useLingui()
  const { kid, title: name } = title
  return (
    <li
      {...order.dragProps(kid, at)}
      className={`grid grid-cols-[auto_1fr] items-center sm:grid-cols-[auto_1fr_auto] gap-x-3 border-t border-line py-2 first:border-t-0 ${order.dragged === kid ? 'bg-well' : ''}`}
    >
      <span aria-hidden className="flex cursor-grab items-center gap-1 text-ink-2">
        <Icon name="grip" />
        <span className="number w-7 text-end text-[1.375rem]">{at + 1}</span>
      </span>
      <TitleLine title={title} />
      <span className="col-start-2 -ms-3 flex sm:col-start-3 sm:ms-0">
        <IconButton
          icon="up"
          label={t`Move ${name} up`}
          id={order.idOf(kid, 'up')}
          aria-disabled={at === 0 || undefined}
          onClick={() => order.move(kid, at - 1, 'up')}
        />
        <IconButton
          icon="down"
          label={t`Move ${name} down`}
          id={order.idOf(kid, 'down')}
          aria-disabled={at === count - 1 || undefined}
          onClick={() => order.move(kid, at + 1, 'down')}
        />
        <IconButton
          icon="close"
          label={t`Remove ${name}`}
          id={order.idOf(kid, 'remove')}
          onClick={() => order.remove(kid)}
        />
      </span>
    </li>
  )
}

/** Shows a title's poster and name in one line, with an optional note under the name. */
export function TitleLine({ title: { poster, title }, note }: { title: Asset; note?: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <span className="relative aspect-[4/5] w-9 flex-none overflow-hidden rounded-sm bg-well [&>.picture]:h-full">
        {poster && <Picture source={poster} alt="" sizes="36px" />}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{title}</span>
        {note && <span className="block text-small text-ink-2">{note}</span>}
      </span>
    </span>
  )
}
