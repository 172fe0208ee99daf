import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { send, useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import {
  knowsPasskeys,
  offersPasskeysInField,
  provePasskey,
  stopWaiting,
} from './browser-passkey.tsx'
import { useProof } from './confirm-step.tsx'
import { CHALLENGE_MINUTES, createPasskeyChallenge, logInWithPasskey } from './passkey.shared.ts'
import type { PasskeyProof } from './passkey-proof.shared.ts'

const RENEWED_MS = (CHALLENGE_MINUTES - 1) * 60_000

/** Signs in with a passkey: by a button, and in the list of the e-mail field where browsers have it. */
export function PasskeySignIn({ busy, onSignedIn }: { busy: boolean; onSignedIn: () => void }) {
  const logIn = useEndpointMutation(logInWithPasskey)
  const enter = (passkey: PasskeyProof) => logIn.mutate({ passkey }, { onSuccess: onSignedIn })
  const proof = useProof('sign_in', enter)
  const isBusy = busy || proof.isPending || logIn.isPending
  usePasskeysInField(isBusy, enter)
  if (!knowsPasskeys()) return null
  return (
    <div className="grid gap-4.5">
      <RefusalMessage error={proof.error ?? logIn.error} />
      <Button
        wide
        busy={isBusy}
        onClick={() => {
          logIn.reset()
          proof.mutate()
        }}
      >
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </div>
  )
}

/** Offers passkeys in the list of the e-mail field, each time with a challenge that lasts. */
function usePasskeysInField(isBusy: boolean, onProved: (proof: PasskeyProof) => void) {
  const isIdle = useEffectEvent(() => !isBusy)
  const prove = useEffectEvent(onProved)
  useEffect(() => {
    let isOver = false
    const offer = async () => {
      if (!isIdle() || !knowsPasskeys() || !(await offersPasskeysInField()) || isOver) return
      const asked = await send(createPasskeyChallenge, {})
      if (isOver || !isIdle()) return
      const proof = await provePasskey(asked, { inField: true })
      if (!isOver) prove(proof)
    }
    // The list is an extra: without it the button and the code remain.
    const begin = () => void offer().catch(() => {})
    begin()
    const timer = setInterval(begin, RENEWED_MS)
    return () => {
      isOver = true
      clearInterval(timer)
      if (knowsPasskeys()) void stopWaiting()
    }
  }, [])
}
