import { Trans, useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'
import { passingOn, usePassingOn } from '#src/platform/settings/passing-on.tsx'
import { LinkButton } from '#src/ui/button.tsx'

export default function AboutPage() {
  const { t } = useLingui()
  const ways = usePassingOn()
  return (
    <Prose
      title={t`About Renban`}
      lead={t`Renban (連番) means “consecutive numbers”. Films, music and pictures are published here as numbered copies, like prints.`}
      sections={[
        [
          t`Why numbers`,
          t`A file can be copied endlessly. A numbered copy exists once: if you own No. 7 of 100, no one else does.`,
        ],
        [
          t`For collectors`,
          t`Choose the number you like, and watch, listen to or view the work as often as you want. Where the creator allows it, you can resell your copy or rent it out.`,
          ...passingOn(ways),
        ],
        [
          t`For creators`,
          t`You decide how many copies there are, the lowest price, and whether owners can resell them or rent them out. You earn from every first sale, and you set the royalty on resales and rentals.`,
        ],
        [
          t`What we promise`,
          t`You see where the money goes before you pay. Every change of owner is recorded. We never rush you.`,
        ],
      ]}
    >
      <p className="flex flex-wrap gap-3">
        <LinkButton to="/" look="main">
          <Trans>Browse the marketplace</Trans>
        </LinkButton>
        <LinkButton to="/dvt">
          <Trans>How it works</Trans>
        </LinkButton>
      </p>
    </Prose>
  )
}
