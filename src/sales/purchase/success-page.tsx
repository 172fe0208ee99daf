import { AskName } from '#src/accounts/account/ask-name.tsx'
import type { Route } from './+types/success-page.ts'
import { BoughtBefore } from './bought-before.tsx'
import { GiftReady } from './gift-ready.tsx'
import { type Loaded, loadOutcome, OutcomePage } from './outcome.tsx'
import { getPurchase, type Purchase } from './purchase.shared.ts'
import { Yours } from './yours.tsx'
import { YoursTogether } from './yours-together.tsx'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  loadOutcome(context, getPurchase, url.searchParams.get('purchase'))

export default function SuccessPage({ loaderData }: Route.ComponentProps) {
  return <OutcomePage deal="sale" getPaid={getPurchase} loaded={loaderData} Done={Bought} />
}

function Bought(bought: Loaded<Purchase>) {
  return (
    <>
      <Copies {...bought} />
      <AskName />
    </>
  )
}

function Copies({ paid, asset }: Loaded<Purchase>) {
  if (paid.is_gift) return <GiftReady purchase={paid} asset={asset} />
  if (!paid.order_owned) return <BoughtBefore purchase={paid} />
  if (paid.order_copies > 1) return <YoursTogether purchase={paid} />
  return <Yours purchase={paid} asset={asset} />
}
