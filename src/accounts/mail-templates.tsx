import { codeTemplate } from './account/code-mail.tsx'

export const accountsTemplates = [codeTemplate]
