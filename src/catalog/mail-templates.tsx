import { issueTemplate } from './serial/issue-mail.tsx'

export const catalogTemplates = [issueTemplate]
