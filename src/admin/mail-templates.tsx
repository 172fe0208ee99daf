import { testTemplate } from './notifier-test/test-mail.tsx'

export const adminTemplates = [testTemplate]
