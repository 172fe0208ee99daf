import { mailTemplate } from '#src/platform/mail/mail-template.tsx'
import { dealMailWords } from '#src/sales/deal/deal-mail-words.tsx'
import { orderMail } from '#src/sales/deal/order-mail.shared.ts'

export const orderTemplate = mailTemplate(orderMail, {
  subject: (facts) => dealMailWords[facts.deal].order.subject(facts),
  path: (facts) => dealMailWords[facts.deal].order.path(facts),
  number: ({ deal, copies }) =>
    dealMailWords[deal].order.namesCopies && copies.length === 1 ? copies[0]?.number : undefined,
  Body(facts) {
    const { Body } = dealMailWords[facts.deal].order
    return <Body {...facts} />
  },
})
