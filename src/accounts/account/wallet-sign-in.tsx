import { Trans } from '@lingui/react/macro'
import { send } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { createNonce, logIn } from './account.shared.ts'
import { useWallet, useWalletProof, WalletFrame } from './wallet-frame.tsx'

/** Signs in with a linked wallet, where external wallets are configured. */
export function WalletSignIn({ busy, onSignedIn }: { busy: boolean; onSignedIn: () => void }) {
  const wallet = useWallet()
  const { proof, frame } = useWalletProof({
    nonce: async () => (await send(createNonce, {})).nonce,
    use: (signed) => send(logIn, signed),
    onSuccess: onSignedIn,
  })
  if (!wallet) return null
  if (frame) return <WalletFrame {...frame} />
  return (
    <div className="grid gap-4.5">
      <RefusalMessage error={proof.error} />
      <Button wide busy={busy || proof.isPending} onClick={() => proof.mutate()}>
        <Trans>Sign in with a wallet</Trans>
      </Button>
    </div>
  )
}
