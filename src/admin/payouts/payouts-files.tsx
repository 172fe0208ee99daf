import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefetchAll } from '#core/http/ask.ts'
import { type ErrorCode, type ErrorParams, Refusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { MonthField } from '#src/ui/month-field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { isMonth } from './payouts-filters.tsx'
import { exportAddress } from '#src/finance/payout/payout.shared.ts'

const ResultsDialog = lazyDialog(() => import('./results-dialog.tsx'), 'ResultsDialog')

/** Downloads a month's payouts as CSV or as the bank's file, and reads the bank's results. */
export function PayoutsFiles(props: { month: string | undefined; now: string }) {
  const { t } = useLingui()
  const askAgain = useRefetchAll()
  const [month, setMonth] = useState(props.month ?? monthBefore(props.now))
  const [isReading, setReading] = useState(false)
  const save = useMutation({
    mutationFn: (format: 'csv' | 'zengin') =>
      saveFile(exportAddress({ format, month }), `payouts-${month}`),
    onSuccess: askAgain,
  })
  return (
    <Section
      title={<Trans>Monthly files</Trans>}
      hint={t`Create the bank file when the month is over. Its payouts then show “Processing” until you import the bank’s results.`}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-56">
          <MonthField
            name="file_month"
            label={<Trans>Month</Trans>}
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
        </div>
        <Button
          icon="download"
          disabled={!isMonth(month)}
          busy={save.isPending && save.variables === 'csv'}
          onClick={() => save.mutate('csv')}
        >
          <Trans>CSV</Trans>
        </Button>
        <Button
          icon="download"
          disabled={!isMonth(month)}
          busy={save.isPending && save.variables === 'zengin'}
          onClick={() => save.mutate('zengin')}
        >
          <Trans>Zengin file for the bank</Trans>
        </Button>
        <Button icon={rareIcons.upload} onClick={() => setReading(true)}>
          <Trans>Import bank results</Trans>
        </Button>
      </div>
      <RefusalMessage error={save.error} />
      {isReading && <ResultsDialog onClose={() => setReading(false)} />}
    </Section>
  )
}

/** Returns the last complete month in Japan (UTC+9 all year), `YYYY-MM`: the next one to send to the bank. */
function monthBefore(now: string): string {
  const day = new Date(Date.parse(now) + 9 * 3_600_000)
  day.setUTCDate(0)
  return day.toISOString().slice(0, 7)
}

/** Downloads a file under the name in its response header. Throws the refusal of the server. */
async function saveFile(address: string, fallback: string) {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new Refusal('unavailable', {}, { cause })
  })
  if (!response.ok) {
    const answer = (await response.json().catch(() => undefined)) as
      | { error?: { code: ErrorCode; params?: ErrorParams } }
      | undefined
    throw new Refusal(answer?.error?.code ?? 'unavailable', answer?.error?.params)
  }
  const named = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = named?.[1] ?? fallback
  link.click()
  URL.revokeObjectURL(link.href)
}
