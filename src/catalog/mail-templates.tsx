import { verificationTemplate } from './brand/verification-mail.tsx'
import { newsTemplate } from './follow/news-mail.tsx'
import { caseTemplate } from './moderation/case-mail.tsx'
import { reportTemplate } from './moderation/report-mail.tsx'
import { backTemplate, overTemplate } from './rental-period/returned-mail.tsx'
import { issueTemplate } from './serial/issue-mail.tsx'

export const catalogTemplates = [
  issueTemplate,
  backTemplate,
  overTemplate,
  newsTemplate,
  reportTemplate,
  caseTemplate,
  verificationTemplate,
]
