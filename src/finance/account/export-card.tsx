import { Trans, useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { DateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { type AccountExport, askForExport, exportAddress } from './export.shared.ts'

/** Asks for an export of everything kept with the account, and offers it for download. */
export function ExportCard({ latest }: { latest: AccountExport }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const { mutate, error, isPending } = useEndpointMutation(askForExport)
  const { asked_at, ends_at } = latest
  const size = formatBytes(latest.size ?? 0)
  return (
    <Section
      title={t`Your data`}
      hint={t`Everything we keep with your account, as one zip with a JSON and a CSV file for each kind of record.`}
    >
      {ends_at !== null ? (
        <div className="grid gap-3">
          <p>
            <LinkButton icon="download" to={exportAddress} reloadDocument download>
              <Trans>Download your data</Trans>
            </LinkButton>
          </p>
          <p className="text-small text-ink-2">
            <Trans>
              {size}. We delete it on <DateTime at={ends_at} />.
            </Trans>
          </p>
        </div>
      ) : asked_at !== null ? (
        <output className="block">
          <Trans>We are preparing your data. You will get an email when it is ready.</Trans>
        </output>
      ) : (
        <p>
          <Button
            busy={isPending}
            onClick={() => mutate({}, { onSuccess: () => void revalidate() })}
          >
            <Trans>Ask for your data</Trans>
          </Button>
        </p>
      )}
      <RefusalMessage error={error} />
    </Section>
  )
}
