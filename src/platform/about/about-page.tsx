import { Trans, useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'
import { LinkButton } from '#src/ui/button.tsx'

export default function AboutPage() {
  const { t } = useLingui()
  return (
    <Prose
      title={t`About Renban`}
      lead={t`Renban, 連番, means running numbers. Here films, music and pictures are issued like prints: in a fixed number, each with its own.`}
      sections={[
        [
          t`Why numbers`,
          t`A file can be copied without end, so nobody keeps it. A numbered copy is one of a hundred: somebody chose No. 7, and it is theirs until they pass it on.`,
        ],
        [
          t`For people who collect`,
          t`Choose the number you like. Watch or hear it as often as you want. Sell it, rent it out or trade it when you are ready for another.`,
        ],
        [
          t`For people who make`,
          t`You decide how many copies there are, what they cost at least, and what may be done with them. You earn from the first sale and from each one after it.`,
        ],
        [
          t`What we promise`,
          t`Every price says where the money goes. Every number keeps its history. Nothing hurries you.`,
        ],
      ]}
    >
      <p className="flex flex-wrap gap-3">
        <LinkButton to="/" look="main">
          <Trans>See what is on sale</Trans>
        </LinkButton>
        <LinkButton to="/dvt">
          <Trans>How it works</Trans>
        </LinkButton>
      </p>
    </Prose>
  )
}
