import { Trans } from '@lingui/react/macro'
import { Arrow } from '#src/ui/arrow.tsx'
import { useSettingWords, useValueWords } from './setting-words.tsx'
import type { SettingChange, SettingName } from '#src/platform/settings/settings.shared.ts'

/** Each changed setting with its old and its new value. */
export function ChangeList({ changes }: { changes: readonly SettingChange[] }) {
  const names: Record<string, string> = useSettingWords()
  const words = useValueWords()
  return (
    <dl className="border-y border-line">
      {changes.map(({ field, from, to }) => {
        const name = field as SettingName
        return (
          <div
            key={field}
            className="grid gap-x-5 border-line py-2.5 not-first:border-t sm:grid-cols-[1fr_1.4fr]"
          >
            <dt className="text-label font-semibold">{names[field] ?? field}</dt>
            <dd className="min-w-0 text-label wrap-anywhere">
              <s className="text-ink-2 no-underline">
                <span className="sr-only">
                  <Trans>before:</Trans>{' '}
                </span>
                {words(name, from)}
              </s>{' '}
              <Arrow />{' '}
              <b className="font-semibold">
                <span className="sr-only">
                  <Trans>after:</Trans>{' '}
                </span>
                {words(name, to)}
              </b>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
