import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Tile } from '#src/ui/tile.tsx'
import type { TradeCopy } from './trade.shared.ts'

const SIZES = '(width < 40rem) 45vw, 260px'

/** Returns the address of a copy on its title's page. */
const copyPath = ({ kid, number }: TradeCopy) => `/asset/${kid}?no=${number}`

/** Shows a copy with its number on the strip and its name below. */
export function CopyTile(props: {
  copy: TradeCopy
  /** Shows the seal of the reader's own copies. */
  mine?: boolean
  children?: ReactNode
}) {
  const { copy, mine = false, children } = props
  const { colour, of, last } = { colour: copy.obi, of: copy.copies_count, last: lastNumber(copy) }
  const name = mine ? null : (copy.brand?.name ?? null)
  return (
    <div className="grid min-w-0 gap-2.5">
      <Tile
        obi={{ colour, of, last, name, number: copy.number, owned: mine }}
        media={copy.media_type}
        poster={copy.poster}
        sizes={SIZES}
      />
      <div className="min-w-0 text-small">
        <CopyLink copy={copy} />
        {children}
      </div>
    </div>
  )
}

/** Shows what the reader gives and gets face to face, the seal on the copy that they hold. */
export function TradePair(props: { give: TradeCopy; get: TradeCopy; isDone?: boolean }) {
  const { give, get, isDone = false } = props
  return (
    <div className="grid grid-cols-[1fr_24px_1fr] items-start gap-2">
      <div>
        <p className="mb-2 text-hint text-ink-2">
          <Trans>You give</Trans>
        </p>
        <CopyTile copy={give} mine={!isDone} />
      </div>
      <Icon name="trade" size={22} className="mt-20 justify-self-center" />
      <div>
        <p className="mb-2 text-hint text-ink-2">
          <Trans>You get</Trans>
        </p>
        <CopyTile copy={get} mine={isDone} />
      </div>
    </div>
  )
}

/** Names a copy, with a link to it. */
export function CopyLink({ copy }: { copy: TradeCopy }) {
  const { number, title } = copy
  return (
    <Link to={copyPath(copy)} className="inline-flex min-h-11 items-center wrap-anywhere">
      <span>
        <Trans>
          <span className="whitespace-nowrap">No. {number}</span> of “{title}”
        </Trans>
      </span>
    </Link>
  )
}
