import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import { DOT } from '#src/catalog/asset/title-facts.tsx'
import type { Extra } from './extra.shared.ts'
import { extraIcons, ExtraNumbers, useExtraKinds } from './extra-words.tsx'

type Shown = Pick<Extra, 'kind' | 'name' | 'note' | 'numbers' | 'for_renters'>

/** Describes an extra: its kind as an icon, its name, facts and note. A button stands beside or below. */
export function ExtraFacts(props: {
  extra: Shown
  facts: ReactNode
  button?: ReactNode
  children?: ReactNode
}) {
  const { extra, facts, button, children } = props
  return (
    <>
      <Icon name={extraIcons[extra.kind]} className="mt-0.5" />
      <div className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-2">
        <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
          <p className="font-semibold wrap-anywhere">
            <bdi>{extra.name}</bdi>
          </p>
          <p className="text-small text-ink-2">{facts}</p>
          {extra.note && (
            <p className="text-small wrap-anywhere">
              <bdi>{extra.note}</bdi>
            </p>
          )}
          {children}
        </div>
        {button}
      </div>
    </>
  )
}

/** Lists a title's extras for people who choose a number. */
export function TitleExtras({ extras }: { extras: readonly Shown[] }) {
  const kinds = useExtraKinds()
  return (
    <section aria-labelledby="extras" className="grid gap-3">
      <h2 id="extras" className="text-h2">
        <Trans>Extras for owners</Trans>
      </h2>
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {extras.map((extra, i) => (
          <li key={i} className="flex items-start gap-3">
            <ExtraFacts
              extra={extra}
              facts={
                <>
                  {kinds[extra.kind]}
                  {DOT}
                  <ExtraNumbers numbers={extra.numbers} />
                  {extra.for_renters && (
                    <>
                      {DOT}
                      <Trans>Renters get it too</Trans>
                    </>
                  )}
                </>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Names the extras that come with one number, as a reason to choose it. */
export function ComesWith({ extras }: { extras: readonly Shown[] }) {
  const kinds = useExtraKinds()
  if (extras.length === 0) return null
  return (
    <div className="grid gap-1.5">
      <h3 className="text-label font-semibold">
        <Trans>Comes with</Trans>
      </h3>
      <ul className="grid gap-1">
        {extras.map(({ kind, name }, i) => (
          <li key={i} className="flex items-start gap-2 text-small">
            <Icon name={extraIcons[kind]} size={18} className="mt-0.5" />
            <span className="wrap-anywhere">
              {name} <span className="text-ink-2">{kinds[kind]}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
