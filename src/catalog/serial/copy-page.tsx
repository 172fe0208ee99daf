import type { ReactNode, SubmitEvent } from 'react'
import { Link } from 'react-router'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { CopyTile } from './copy-tile.tsx'

interface CopyPageProps {
  /** The title of the document. */
  tab: string
  asset: Asset
  /** Links to this copy instead of the title as a whole. */
  number?: number
  heading: ReactNode
  intro?: ReactNode
  children: ReactNode
}

/** A page on which the owner does something with a copy: a link to the title, a heading, the rest. */
export function CopyPage({ tab, asset, number, heading, intro, children }: CopyPageProps) {
  const { kid, title } = asset
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{tab}</title>
      <p className="mb-1 text-small text-ink-2">
        <Link
          to={`/asset/${kid}${number === undefined ? '' : `?no=${number}`}`}
          className="reach inline-block"
        >
          <bdi>{title}</bdi>
        </Link>
      </p>
      <h1 className={intro ? 'mb-2 text-h1' : 'mb-7 text-h1'}>{heading}</h1>
      {intro && <p className="mb-7 max-w-[66ch] text-ink-2">{intro}</p>}
      {children}
    </div>
  )
}

interface BesideCopyProps {
  asset: Asset
  number: number | undefined
  children: ReactNode
}

const BESIDE = 'grid gap-6 sm:grid-cols-[200px_minmax(0,1fr)] sm:gap-8'

/** Shows content beside the picture of the reader's copy, below it on a phone. */
export function BesideCopy({ asset, number, children }: BesideCopyProps) {
  return (
    <div className={BESIDE}>
      <Picture asset={asset} number={number} />
      <div className="grid content-start gap-5">{children}</div>
    </div>
  )
}

/** The same for a form. */
export function CopyForm(
  props: BesideCopyProps & { onSubmit: (event: SubmitEvent<HTMLFormElement>) => void },
) {
  const { asset, number, children, onSubmit } = props
  return (
    <form className={BESIDE} noValidate onSubmit={onSubmit}>
      <Picture asset={asset} number={number} />
      <div className="panel grid content-start gap-6 p-5 sm:p-6">{children}</div>
    </form>
  )
}

function Picture({ asset, number }: Omit<BesideCopyProps, 'children'>) {
  return (
    <div className="mx-auto w-40 sm:w-full" aria-hidden>
      <CopyTile owned copy={{ ...asset, number }} sizes="200px" />
    </div>
  )
}
