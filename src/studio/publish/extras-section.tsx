import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#src/ui/button.tsx'
import { Section } from '#src/ui/section.tsx'

/** The number of a title's extras, with a link to their page. */
export function ExtrasSection({ kid, extras }: { kid: string; extras: readonly object[] }) {
  const { t } = useLingui()
  return (
    <Section
      title={t`Extras`}
      hint={t`Files that come with all numbers or with some: a bonus clip, a voice message, another poster or a PDF. Owners can open them, and renters if you allow it.`}
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>
          <Plural
            value={extras.length}
            _0="This title has no extras yet."
            one="This title has # extra."
            other="This title has # extras."
          />
        </p>
        <LinkButton small to={`/asset/${kid}/extras`}>
          {extras.length === 0 ? <Trans>Add an extra</Trans> : <Trans>See the extras</Trans>}
        </LinkButton>
      </div>
    </Section>
  )
}
