import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/button.tsx'
import { Pagination } from '#src/ui/pagination.tsx'
import { Section } from '#src/ui/section.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { ChangeList } from './change-list.tsx'
import { revertingChanges } from './draft.shared.ts'
import type {
  SettingChange,
  Settings,
  SettingVersion,
} from '#src/platform/settings/settings.shared.ts'

export const VERSIONS_PER_PAGE = 10

/** The history of changes with time, person, reason and values. A change can be reverted where it still applies. */
export function SettingsHistory(props: {
  settings: Settings
  versions: readonly SettingVersion[]
  total: number
  page: number
  onPutBack: (changes: SettingChange[]) => void
}) {
  const { settings, versions, total, page, onPutBack } = props
  return (
    <Section title={<Trans>History</Trans>}>
      {versions.length === 0 ? (
        <p className="text-ink-2">
          <Trans>No changes yet. Everything is at its default.</Trans>
        </p>
      ) : (
        <ol className="grid gap-8">
          {versions.map((one) => {
            const back = revertingChanges(one.changes, settings)
            return (
              <li key={one.version} className="grid gap-2.5">
                <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                  <div className="min-w-0">
                    <h3 className="text-label font-semibold">
                      <DateTime at={one.changed_at} />
                      {' · '}
                      {one.changed_by ?? <Trans>in the database</Trans>}
                    </h3>
                    <p className="text-small wrap-anywhere text-ink-2">{one.reason}</p>
                  </div>
                  {back.length > 0 && (
                    <Button small onClick={() => onPutBack(back)}>
                      <Trans>Restore these values</Trans>
                    </Button>
                  )}
                </div>
                <ChangeList changes={one.changes} />
              </li>
            )
          })}
        </ol>
      )}
      <Pagination
        page={page}
        count={Math.ceil(total / VERSIONS_PER_PAGE)}
        hrefOf={(to) => (to === 0 ? '?' : `?page=${to}`)}
      />
    </Section>
  )
}
