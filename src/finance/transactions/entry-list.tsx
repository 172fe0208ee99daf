import { useState } from 'react'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { DateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { EntryHint, signedYen, useEntryTitle } from './entry-labels.tsx'
import type { Entry, EntryKind } from './history.shared.ts'

const EntryDialog = lazyDialog(() => import('./entry-dialog.tsx'), 'EntryDialog')

const signs: Record<EntryKind, IconName> = {
  buy: 'download',
  sale: rareIcons.upload,
  royalty: rareIcons.upload,
  rental: 'rent',
  trade: 'trade',
  distribution: 'download',
  payout: 'forward',
  payout_failed: 'warning',
  payout_canceled: 'close',
  coupon: 'plus',
  conversion: rareIcons.again,
  expiry: 'clock',
  dispute: 'warning',
  debt: 'forward',
  opening: 'plus',
}

/** Lists entries as rows; a click opens the details. */
export function EntryList({ entries }: { entries: readonly Entry[] }) {
  const [open, setOpen] = useState<Entry>()
  return (
    <>
      <ul className="panel divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Row entry={entry} onOpen={() => setOpen(entry)} />
          </li>
        ))}
      </ul>
      {open && <EntryDialog entry={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Row({ entry, onOpen }: { entry: Entry; onOpen: () => void }) {
  const titleOf = useEntryTitle()
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full grid-cols-[auto_1fr_auto] items-center gap-x-4 px-4 py-3.5 text-start hover:bg-well focus-visible:-outline-offset-3 sm:px-5"
    >
      <Icon name={signs[entry.kind]} />
      <span className="min-w-0">
        <span className="block wrap-anywhere">{titleOf(entry)}</span>
        <span className="flex flex-wrap gap-x-3 text-small text-ink-2">
          <DateTime at={entry.at} detail="day" />
          <span>
            <EntryHint entry={entry} />
          </span>
        </span>
      </span>
      <span className="amount font-semibold">{signedYen(entry.amount)}</span>
    </button>
  )
}
