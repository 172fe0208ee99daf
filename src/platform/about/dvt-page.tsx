import { Trans, useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'
import { passingOn, usePassingOn } from '#src/platform/settings/passing-on.tsx'
import { LinkButton } from '#src/ui/button.tsx'
/** Explains numbered copies. `dvt` in the address stands for "digital video titles". */
export default function DvtPage() {
  const { t } = useLingui()
  const ways = usePassingOn()
  return (
    <Prose
      title={t`How it works`}
      lead={t`Films, music and pictures on Renban come in numbered copies. Each number has one owner.`}
      sections={[
        [
          t`1. A creator publishes a title`,
          t`The creator uploads the work and decides how many copies there are. We check the file, encrypt films and music, and number the copies: No. 7 of 100.`,
        ],
        [
          t`2. You choose a number`,
          t`The title’s page shows which numbers you can buy or rent, and the price of each. Choose one and pay by card or from your balance. We hold the number while you pay.`,
        ],
        [
          t`3. No. 7 is yours`,
          t`After payment, usually within a minute, the copy is in your collection. Watch, listen to or view it in your browser as often as you like.`,
        ],
        [
          t`4. You can resell it or rent it out`,
          t`If the creator allows it, you can resell your copy or rent it out at your own price. Before you list it, you see what you will receive. The creator receives the royalty set for the title.`,
          ...passingOn(ways),
        ],
        [
          t`What a copy is not`,
          t`A copy is not a share in the work and not an investment. Prices can fall. Buy what you want to watch, hear or see again.`,
        ],
      ]}
    >
      <LinkButton to="/" look="main">
        <Trans>Browse the marketplace</Trans>
      </LinkButton>
    </Prose>
  )
}
