import { Trans, useLingui } from '@lingui/react/macro'
import type { Forbidden } from './offer-permissions.tsx'
import { Reason } from './unavailable-reason.tsx'

/** Tells an owner what the creator does not allow; nothing if everything is allowed. */
export function ForbiddenNote({ forbidden: { sell, rent, trade } }: { forbidden: Forbidden }) {
  const { t, i18n } = useLingui()
  const names = [sell && t`resale`, rent && t`rental by owners`, trade && t`trades`].filter(
    (name) => name !== false,
  )
  if (names.length === 0) return null
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)
  return (
    <Reason>
      <Trans>Not allowed by the creator: {list}.</Trans>
    </Reason>
  )
}
