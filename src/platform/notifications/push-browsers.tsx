import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { DeviceRow, useDevice } from '#src/ui/device-row.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useInBrowser } from '#src/ui/use-hydrating.ts'
import {
  addPushSubscription,
  type listPushSubscriptions,
  removePushSubscription,
  type Subscription,
} from './push.shared.ts'

interface Props {
  publicKey: string
  browsers: ReplyOf<typeof listPushSubscriptions>['items']
}

/** Lists the reader's browsers that show notifications, and switches this one on. */
export function PushBrowsers({ publicKey, browsers }: Props) {
  const isHere = browsers.some(({ is_current }) => is_current)
  return (
    <div className="grid gap-5">
      {browsers.length > 0 && (
        <ul className="grid">
          {browsers.map((browser) => (
            <BrowserRow key={browser.id} browser={browser} />
          ))}
        </ul>
      )}
      {!isHere && <SwitchOn publicKey={publicKey} />}
    </div>
  )
}

const READY_MS = 10_000 // never, if the worker could not be registered
const canShow = () => 'Notification' in window && 'PushManager' in window

/** Asks for the browser's permission, once its button is pressed. */
function SwitchOn({ publicKey }: Pick<Props, 'publicKey'>) {
  const { revalidate } = useRevalidator()
  const isAble = useInBrowser(canShow, () => true)
  const { mutate, error, isPending } = useEndpointMutation(addPushSubscription)
  const [fault, setFault] = useState<'blocked' | 'failed'>()
  const [isAsking, setAsking] = useState(false)
  if (!isAble)
    return (
      <p className="text-small text-ink-2">
        <Trans>
          This browser cannot show them. On an iPhone or iPad, add Renban to the home screen first.
        </Trans>
      </p>
    )

  async function switchOn() {
    setFault(undefined)
    setAsking(true)
    try {
      if ((await Notification.requestPermission()) !== 'granted') return setFault('blocked')
      mutate(await subscribe(publicKey), { onSuccess: () => void revalidate() })
    } catch {
      setFault('failed')
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Button busy={isAsking || isPending} onClick={() => void switchOn()}>
        <Trans>Show notifications in this browser</Trans>
      </Button>
      <output className="text-small text-ink-2 empty:hidden">
        {fault === 'blocked' && (
          <Trans>
            The browser did not allow it. Allow notifications in its settings for this site, then
            try again.
          </Trans>
        )}
        {fault === 'failed' && (
          <Trans>The browser’s service for notifications did not answer. Try again later.</Trans>
        )}
      </output>
      <RefusalMessage error={error} />
    </div>
  )
}

/**
 * Subscribes this browser, anew if it was subscribed with another key of the site. Throws if its worker does
 * not become ready.
 */
async function subscribe(publicKey: string) {
  const late = new Promise<never>((_, fail) => setTimeout(fail, READY_MS))
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late])
  await (await pushManager.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON()
  return { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! }
}

function BrowserRow({ browser }: { browser: Subscription }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const { mutate, error, isPending } = useEndpointMutation(removePushSubscription)
  const { id, user_agent, created_at, is_current } = browser
  const device = useDevice(user_agent)
  return (
    <DeviceRow
      device={device}
      isCurrent={is_current}
      about={
        <Trans>
          Since <DateTime at={created_at} detail="day" />
        </Trans>
      }
      action={
        <Button
          small
          busy={isPending}
          aria-label={t`Switch off notifications in ${device}`}
          onClick={() => mutate({ id }, { onSuccess: () => void revalidate() })}
        >
          <Trans>Switch off</Trans>
        </Button>
      }
      error={error}
    />
  )
}
