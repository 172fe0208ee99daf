import { digestTemplate } from './digest/digest-mail.tsx'

export const platformTemplates = [digestTemplate]
