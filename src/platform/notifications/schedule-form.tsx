import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Select } from '#src/ui/field.tsx'
import { FormFields } from '#src/ui/form-fields.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { useInBrowser } from '#src/ui/use-hydrating.ts'
import { type getSchedule, putSchedule } from './notification.shared.ts'

const NIGHT = { quiet_from: 22, quiet_until: 7 }
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Returns the time zone of the reader's browser. */
export const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Edits when the reader is written to. The time zone of the browser is proposed. */
export function ScheduleForm({ saved }: { saved: ReplyOf<typeof getSchedule> }) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [changes, setChanges] = useState<Partial<typeof saved>>({})
  const [isTried, setTried] = useState(false)
  const { mutate, error, isPending } = useEndpointMutation(putSchedule)
  const browsers = useInBrowser(browserTimeZone, () => 'UTC')
  const edited = { ...saved, ...changes }
  const time_zone = edited.time_zone ?? browsers
  const isQuiet = edited.quiet_from !== null
  const isEmpty = isQuiet && edited.quiet_from === edited.quiet_until
  const change = (some: typeof changes) => setChanges({ ...changes, ...some })

  function save(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (isPending) return
    if (isEmpty) return document.getElementById('quiet_until')?.focus()
    mutate(
      { ...edited, time_zone },
      {
        onSuccess: () => {
          setTried(false)
          toast({ message: t`Times saved.` })
          void revalidate().then(
            () => setChanges((latest) => (latest === changes ? {} : latest)), // those made meanwhile stay
          )
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      <FormFields busy={isPending}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TimeZone value={time_zone} onChange={(zone) => change({ time_zone: zone })} />
          <Hour
            name="digest_hour"
            label={t`Daily and weekly emails at`}
            hint={t`Weekly ones come on Mondays.`}
            value={edited.digest_hour}
            onChange={(digest_hour) => change({ digest_hour })}
          />
        </div>
        <Checkbox
          checked={isQuiet}
          onChange={() => change(isQuiet ? { quiet_from: null, quiet_until: null } : NIGHT)}
        >
          <Trans>Quiet hours</Trans>
        </Checkbox>
        {isQuiet && (
          <div className="grid grid-cols-2 items-start gap-4">
            <Hour
              name="quiet_from"
              label={t`Quiet from`}
              value={edited.quiet_from ?? NIGHT.quiet_from}
              onChange={(quiet_from) => change({ quiet_from })}
            />
            <Hour
              name="quiet_until"
              label={t`Quiet until`}
              value={edited.quiet_until ?? NIGHT.quiet_until}
              error={isTried && isEmpty && t`Choose an hour other than “Quiet from”.`}
              onChange={(quiet_until) => change({ quiet_until })}
            />
          </div>
        )}
      </FormFields>
      <RefusalMessage error={error} />
      <p>
        <Button type="submit" look="main" busy={isPending}>
          <Trans>Save times</Trans>
        </Button>
      </p>
    </form>
  )
}

/** Chooses among the zones of the browser, once it is known which ones it has. */
function TimeZone({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const zones = useInBrowser(zonesOfBrowser, () => none)
  return (
    <Select
      name="time_zone"
      label={<Trans>Time zone</Trans>}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {!zones.includes(value) && <option value={value}>{nameOf(value)}</option>}
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {nameOf(zone)}
        </option>
      ))}
    </Select>
  )
}

const none: string[] = []
let zones: string[] | undefined
const zonesOfBrowser = () => (zones ??= Intl.supportedValuesOf('timeZone'))
const nameOf = (zone: string) => zone.replaceAll('_', ' ')

function Hour(props: {
  name: string
  label: string
  hint?: string
  error?: string | false
  value: number
  onChange: (hour: number) => void
}) {
  const { onChange, ...select } = props
  return (
    <Select {...select} onChange={(event) => onChange(Number(event.currentTarget.value))}>
      {HOURS.map((hour) => (
        <option key={hour} value={hour}>
          {String(hour).padStart(2, '0')}:00
        </option>
      ))}
    </Select>
  )
}
