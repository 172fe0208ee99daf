import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { PageLink, Paragraph } from '#src/platform/mail/mail-elements.tsx'
import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { deletionMail } from './deletion-mail.shared.ts'

export const deletionTemplate = mailTemplate(deletionMail, {
  subject: () => msg`Your account is deleted`,
  Body: ({ copies }) => (
    <>
      <Paragraph>
        <Trans>
          You deleted your account. We erased your names, your email address, your bank account and
          everything you saved, and signed you out everywhere.
        </Trans>
      </Paragraph>
      {copies > 0 && (
        <Paragraph>
          <Plural
            value={copies}
            one="# copy stays with the deleted account. No one can own it any more."
            other="# copies stay with the deleted account. No one can own them any more."
          />
        </Paragraph>
      )}
      <Paragraph>
        <Trans>
          We keep records of your purchases, sales and payouts for at least seven years, as the law
          requires, and the register of copies. They no longer show your name, except a registered
          seller’s on invoices. Payouts keep the bank account they went to, encrypted.
        </Trans>
      </Paragraph>
      <Paragraph>
        <Trans>
          You can sign up with this address again at any time. If this wasn’t you, contact us at
          once.
        </Trans>
      </Paragraph>
      <PageLink to="/contact">
        <Trans>Contact</Trans>
      </PageLink>
    </>
  ),
})
