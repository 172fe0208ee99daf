import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { deviceOf } from './device.ts'
import { ListRow } from './list-row.tsx'
import { RefusalMessage } from './refusal-message.tsx'
import { StateTag } from './state-tag.tsx'

/** Returns the name of the device of a User-Agent header, in the reader's language. */
export function useDevice(userAgent: string): string {
  const { t } = useLingui()
  return deviceOf(userAgent) ?? t`Unknown device`
}

/** Shows one of the reader's browsers in a list, with what can be done with it. */
export function DeviceRow(props: {
  device: string
  isCurrent: boolean
  about: ReactNode
  action: ReactNode
  error: ComponentProps<typeof RefusalMessage>['error']
}) {
  const { device, isCurrent, about, action, error } = props
  return (
    <ListRow
      name={device}
      about={<p className="text-small text-ink-2">{about}</p>}
      action={
        <>
          {isCurrent && (
            <StateTag tone="ok">
              <Trans>This browser</Trans>
            </StateTag>
          )}
          {action}
        </>
      }
    >
      <RefusalMessage error={error} />
    </ListRow>
  )
}
