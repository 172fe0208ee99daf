import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { Button } from '#src/ui/button.tsx'
import { takeFocus } from '#src/ui/take-focus.tsx'
import { proveWallet, type Wallet, type WalletProof } from './browser-wallet.tsx'

/** Returns the wallet of external wallets; undefined if none is configured. */
export const useWallet = () => useRouteLoaderData<{ wallet: Wallet | null }>('root')?.wallet

/**
 * Has the reader's wallet sign a nonce and uses the proof. `frame` is set while its page is to be shown,
 * by `WalletFrame`.
 */
export function useWalletProof<Result>(of: {
  nonce: () => Promise<string>
  use: (proof: WalletProof) => Promise<Result>
  onSuccess: (result: Result) => void
}) {
  const wallet = useWallet()
  const [src, setSrc] = useState<string>()
  const shown = useRef<(frame: HTMLIFrameElement) => void>(undefined)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const proof = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController()
      const { signal } = stop.current
      const show = (to: string) =>
        new Promise<HTMLIFrameElement>((resolve) => {
          shown.current = resolve
          setSrc(to)
        })
      const signed = await proveWallet(wallet!, await of.nonce(), { show, signal }).finally(() =>
        setSrc(undefined),
      )
      return of.use(signed)
    },
    onSuccess: of.onSuccess,
  })
  const frame = src && {
    src,
    onFrame: (element: HTMLIFrameElement | null) => element && shown.current?.(element),
    onCancel: () => stop.current?.abort(),
  }
  return { proof, frame }
}

/** Shows the wallet's page, which asks its owner to sign. */
export function WalletFrame({
  src,
  onFrame,
  onCancel,
}: {
  src: string
  onFrame: (frame: HTMLIFrameElement | null) => void
  onCancel: () => void
}) {
  const { t } = useLingui()
  return (
    <fieldset ref={takeFocus} tabIndex={-1} aria-label={t`Your wallet`} className="grid gap-3">
      <iframe
        title={t`Your wallet`}
        src={src}
        ref={onFrame}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- a wallet of another origin needs both
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        className="h-[480px] w-full border border-line bg-sheet"
      />
      <p>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </p>
    </fieldset>
  )
}
