import { Trans, useLingui } from '@lingui/react/macro'
import type { IconName } from '#src/ui/icon.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import type { Extra, ExtraKind } from './extra.shared.ts'

/** Icons by the kind of an extra. */
export const extraIcons: Record<ExtraKind, IconName> = {
  clip: 'video',
  voice: rareIcons.voice,
  poster: 'image',
  pdf: rareIcons.paper,
}

/** Returns the names of the kinds of extras. */
export function useExtraKinds(): Record<ExtraKind, string> {
  const { t } = useLingui()
  return {
    clip: t`Bonus clip`,
    voice: t`Voice message`,
    poster: t`Poster`,
    pdf: t`PDF`,
  }
}

/** Says with which numbers an extra comes. */
export function ExtraNumbers({ numbers }: Pick<Extra, 'numbers'>) {
  if (numbers === null) return <Trans>With every number</Trans>
  const text = numbers.replaceAll('-', '–')
  return <Trans>With No. {text}</Trans>
}
