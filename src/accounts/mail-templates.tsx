import { codeTemplate } from './account/code-mail.tsx'
import { guessingTemplate } from './account/guessing-mail.tsx'

export const accountsTemplates = [codeTemplate, guessingTemplate]
