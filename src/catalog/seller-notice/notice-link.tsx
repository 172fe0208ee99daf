import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'

/** Leads to the seller's notice of a brand. */
export function NoticeLink({ account }: { account: string }) {
  return (
    <Link to={`/brand/${account}/seller`}>
      <Trans>Seller’s notice</Trans>
    </Link>
  )
}
