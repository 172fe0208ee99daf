import { Plural, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { Prose } from '#src/platform/layout/prose.tsx'
import { passingOn, usePassingOn } from '#src/platform/settings/passing-on.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import type { Route } from './+types/terms-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await ask(context, getSettings, {})
  return { earningsDays: settings.payout_deadline_days, pointsDays: settings.points_days }
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { earningsDays, pointsDays } = loaderData
  const { t } = useLingui()
  const ways = usePassingOn()
  return (
    <Prose
      title={t`Terms of use`}
      lead={t`What you buy here is a licence to one numbered copy. You can watch, listen to or view it, and resell it or rent it out where its creator allows it.`}
      sections={[
        [
          t`What a copy is`,
          t`Each title is issued in copies, and each copy has a number. A copy is a licence to view or listen to the work personally, not in public, for as long as you own the copy.`,
          ...passingOn(ways),
          t`It gives you no rights in the work itself: no copyright, and no right to show, change or share it. The creator keeps those rights.`,
        ],
        [
          t`Your account`,
          t`You sign in with a code that we send by email or, if you added one, a passkey or a linked wallet. Do not let anyone else use your mailbox, and tell us if you think that someone has used your account.`,
          t`You must be an adult, or have the consent of your parent or guardian.`,
        ],
        [
          t`Buying and selling`,
          t`Prices are in yen and include consumption tax. A sale is complete when the payment has been confirmed. Until then we hold the number for you.`,
          t`When you sell a copy, the creator’s royalty and our fee are deducted from the price. You see both before you list it.`,
          t`Copies are digital and delivered at once, so they cannot be returned. If a copy cannot be played and we cannot fix it, we refund you.`,
        ],
        [
          t`Renting`,
          t`A rental starts with the payment or, where the offer says so, with the first play within 30 days; without a play it then ends. It lasts for the number of days shown. While a copy is rented out, its owner can neither play nor list it.`,
        ],
        [
          t`Balance and points`,
          <Plural
            key="balance"
            value={earningsDays}
            one="Your earnings go into your sales balance. Within # day you can spend them on purchases or have them paid to a Japanese bank account, once a month. After that, what is left becomes points."
            other="Your earnings go into your sales balance. Within # days you can spend them on purchases or have them paid to a Japanese bank account, once a month. After that, what is left becomes points."
          />,
          <Plural
            key="points"
            value={pointsDays}
            one="Points can be used for purchases and rentals for # day. They cannot be paid out."
            other="Points can be used for purchases and rentals for # days. They cannot be paid out."
          />,
        ],
        [
          t`For creators`,
          t`Publish only works that you made or have the right to publish. We take down works that are not yours and works that break the law.`,
          t`More copies of a title can be issued later. Each issue is announced and stays visible.`,
        ],
        [
          t`When something goes wrong`,
          t`We are liable for damage that we cause intentionally or through gross negligence. Otherwise our liability is limited to the price of the copy concerned.`,
          t`We may close an account that is used in breach of these terms or the law. Any balance due is paid out first. The law of Japan applies, and the Tokyo District Court has exclusive jurisdiction.`,
        ],
      ]}
    />
  )
}
