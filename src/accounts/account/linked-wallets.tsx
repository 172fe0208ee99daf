import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { send, useEndpointMutation } from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { useFocusAfter } from '#src/ui/take-focus.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { beginWallet, type LinkedWallet, linkWallet, unlinkWallet } from './linked-wallet.shared.ts'
import { useWallet, useWalletProof, WalletFrame } from './wallet-frame.tsx'

interface Owner {
  email: string
  hasPasskey: boolean
  wallets: readonly LinkedWallet[]
}

/** Lists the reader's external wallets and links more. Nothing without one and without a configured wallet. */
export function LinkedWallets(owner: Owner) {
  const { t } = useLingui()
  const { wallets } = owner
  const offered = useWallet()
  if (!offered && wallets.length === 0) return null
  return (
    <Section
      title={t`Linked wallets`}
      hint={t`Sign in with a Flow wallet of your own, and keep copies in it.`}
    >
      <div className="grid gap-5">
        {wallets.length > 0 && (
          <ul className="grid">
            {wallets.map((wallet) => (
              <WalletRow key={wallet.id} wallet={wallet} {...owner} />
            ))}
          </ul>
        )}
        {offered && <NewWallet {...owner} />}
      </div>
    </Section>
  )
}

function WalletRow({ wallet, email, hasPasskey }: Owner & { wallet: LinkedWallet }) {
  const { t } = useLingui()
  const { id, address, created_at, used_at } = wallet
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [isUnlinking, setUnlinking] = useState(false)
  const unlink = useEndpointMutation(unlinkWallet)
  const onSuccess = () => {
    toast({ message: t`Wallet unlinked.` })
    void revalidate()
  }
  return (
    <ListRow
      name={<span dir="ltr">{address}</span>}
      about={
        <p className="text-small text-ink-2">
          {used_at === null ? (
            <Trans>
              Linked <DateTime at={created_at} detail="day" />, not used yet
            </Trans>
          ) : (
            <Trans>
              Linked <DateTime at={created_at} detail="day" />, last used <DateTime at={used_at} />
            </Trans>
          )}
          {wallet.copies > 0 && (
            <span className="block">
              <Trans>To unlink it, first move its copies back.</Trans>
            </span>
          )}
        </p>
      }
      action={
        !isUnlinking && (
          <span className="flex flex-wrap gap-2">
            <LinkButton small to={`/account/wallets/${id}`}>
              {wallet.copies === 0 ? (
                <Trans>Copies</Trans>
              ) : (
                <Plural value={wallet.copies} one="# copy" other="# copies" />
              )}
            </LinkButton>
            {wallet.copies === 0 && (
              <Button
                small
                aria-label={t`Unlink the wallet ${address}`}
                onClick={() => setUnlinking(true)}
              >
                <Trans>Unlink</Trans>
              </Button>
            )}
          </span>
        )
      }
    >
      {isUnlinking && (
        <ConfirmStep
          purpose="wallet"
          email={email}
          hasPasskey={hasPasskey}
          step={unlink}
          onConfirm={(confirmation) => unlink.mutate({ id, ...confirmation }, { onSuccess })}
          onCancel={() => {
            unlink.reset()
            setUnlinking(false)
          }}
        />
      )}
    </ListRow>
  )
}

function NewWallet({ email, hasPasskey }: Owner) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [isLinking, setLinking] = useState(false)
  const nonce = useRef('')
  const begin = useEndpointMutation(beginWallet)
  const { proof, frame } = useWalletProof({
    nonce: async () => nonce.current,
    use: (signed) => send(linkWallet, signed),
    onSuccess: () => {
      toast({ message: t`Wallet linked. You can sign in with it from now on.` })
      void revalidate()
    },
  })
  const button = useFocusAfter<HTMLButtonElement>(isLinking || Boolean(frame))
  if (frame) return <WalletFrame {...frame} />
  if (isLinking)
    return (
      <ConfirmStep
        purpose="wallet"
        email={email}
        hasPasskey={hasPasskey}
        step={begin}
        onConfirm={(confirmation) =>
          begin.mutate(confirmation, {
            onSuccess: (begun) => {
              nonce.current = begun.nonce
              setLinking(false)
              proof.mutate()
            },
          })
        }
        onCancel={() => {
          begin.reset()
          setLinking(false)
        }}
      />
    )
  return (
    <div className="grid gap-4.5">
      <RefusalMessage error={proof.error} />
      <p>
        <Button
          ref={button}
          busy={proof.isPending}
          onClick={() => {
            proof.reset()
            setLinking(true)
          }}
        >
          <Trans>Link a wallet</Trans>
        </Button>
      </p>
    </div>
  )
}
