import { useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'

export default function TermsPage() {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Terms of use`}
      lead={t`What you buy here is a licence to one numbered copy. It is yours to watch, to sell on and to lend where its creator allows it.`}
      sections={[
        [
          t`What a copy is`,
          t`Each title is issued in a fixed number of copies, and each copy has a number. A copy is a licence to view or hear the work, personally and not in public, for as long as you hold it.`,
          t`It gives no right in the work itself: no copyright, no right to show, change or share it. The creator keeps those.`,
        ],
        [
          t`Your account`,
          t`You sign in with a code that we send by e-mail. Keep your mailbox to yourself, and tell us when you think that somebody else has been in.`,
          t`You must be of age, or have the consent of those who are responsible for you.`,
        ],
        [
          t`Buying and selling`,
          t`Prices are in yen and include consumption tax. A sale is settled when the payment has been confirmed; until then the number is held for you.`,
          t`When you sell a copy, the creator’s royalty and our fee are taken from the price. Both are shown before you list it.`,
          t`Copies that are digital and delivered at once cannot be returned. If a copy cannot be played and we cannot mend it, you get your money back.`,
        ],
        [
          t`Renting`,
          t`A rental runs for the days that are shown, from payment. While a copy is rented out, its holder can neither play nor list it.`,
        ],
        [
          t`Balance and points`,
          t`What you earn is your sales balance. You can use it for purchases or have it paid to a Japanese bank account once a month, within 180 days. What is left then becomes points.`,
          t`Points can be used for purchases and rentals for 180 days. They cannot be paid out.`,
        ],
        [
          t`For creators`,
          t`Publish only what you have made or may publish. We take down what is not yours, and what the law forbids.`,
          t`More copies of a title can be issued later. Each issue is announced and stays visible.`,
        ],
        [
          t`When something goes wrong`,
          t`We answer for what we do on purpose or with gross negligence. Otherwise we answer for no more than the price of the copy concerned.`,
          t`We may close an account that is used against these terms or the law; whatever is due to its holder is paid out first. The law of Japan applies, and the courts of Tokyo decide.`,
        ],
      ]}
    />
  )
}
