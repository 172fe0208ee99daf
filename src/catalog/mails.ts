import { defineMail } from '#src/platform/mail/send.ts'
import { newsMail } from './follow/news-mail.shared.ts'
import { readNews } from './follow/news-mail.ts'
import { reportMail } from './moderation/report-mail.shared.ts'
import { readReport } from './moderation/report-mail.ts'
import { caseMail } from './moderation/case-mail.shared.ts'
import { readCaseMail } from './moderation/case-mail.ts'
import { backMail, overMail } from './rental-period/returned-mail.shared.ts'
import { readBack, readOver } from './rental-period/returned-mail.ts'
import { issueMail } from './serial/issue-mail.shared.ts'
import { readIssue } from './serial/issue-mail.ts'

import { verificationMail } from './brand/verification-mail.shared.ts'
import { readVerification } from './brand/verification-mail.ts'

export const catalogMails = [
  defineMail(issueMail, readIssue),
  defineMail(backMail, readBack),
  defineMail(overMail, readOver),
  defineMail(newsMail, readNews),
  defineMail(reportMail, readReport),
  defineMail(caseMail, readCaseMail),
  defineMail(verificationMail, readVerification),
]
