import { cutTemplate, failedTemplate } from './upload/upload-mail.tsx'

export const mediaTemplates = [cutTemplate, failedTemplate]
