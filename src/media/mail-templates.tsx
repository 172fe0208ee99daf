import { cutTemplate } from './upload/cut-mail.tsx'

export const mediaTemplates = [cutTemplate]
