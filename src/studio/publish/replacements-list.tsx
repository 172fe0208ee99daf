import { Trans, useLingui } from '@lingui/react/macro'
import type { Replacement } from '#src/media/replacements/replacement.shared.ts'
import { DateTime } from '#src/ui/date-time.tsx'

/** The replacements of a title's files, newest first. Renders nothing if there are none. */
export function ReplacementsList({ items }: { items: readonly Replacement[] }) {
  if (items.length === 0) return null
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-small underline">
        <Trans>Replacement history</Trans>
      </summary>
      <ul className="text-small">
        {items.map((one) => (
          <li
            key={Object.values(one).join(' ')}
            className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2"
          >
            <Words replacement={one} />
            <span className="text-ink-2">
              <DateTime at={one.at} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Words({ replacement }: { replacement: Replacement }) {
  const { i18n } = useLingui()
  const { what, of, language, is_removal } = replacement
  if (what === 'poster') return <Trans>Poster replaced</Trans>
  if (what === 'trailer')
    return is_removal ? <Trans>Trailer removed</Trans> : <Trans>Trailer replaced</Trans>
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' })
  const name = (language && names.of(language)) ?? language
  if (is_removal && of === 'trailer') return <Trans>Subtitles of the trailer removed: {name}</Trans>
  if (is_removal) return <Trans>Subtitles removed: {name}</Trans>
  if (of === 'trailer') return <Trans>Subtitles of the trailer saved: {name}</Trans>
  return <Trans>Subtitles saved: {name}</Trans>
}
