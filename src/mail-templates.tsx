import { accountsTemplates } from './accounts/mail-templates.tsx'
import { adminTemplates } from './admin/mail-templates.tsx'
import { catalogTemplates } from './catalog/mail-templates.tsx'
import { financeTemplates } from './finance/mail-templates.tsx'
import { mediaTemplates } from './media/mail-templates.tsx'
import { platformTemplates } from './platform/mail-templates.tsx'
import type { MailTemplate } from './platform/mail/mail-template.tsx'
import { salesTemplates } from './sales/mail-templates.tsx'
import { studioTemplates } from './studio/mail-templates.tsx'

/** The words of every kind of mail. */
export const mailTemplates: MailTemplate[] = [
  ...platformTemplates,
  ...accountsTemplates,
  ...catalogTemplates,
  ...mediaTemplates,
  ...salesTemplates,
  ...financeTemplates,
  ...studioTemplates,
  ...adminTemplates,
]
