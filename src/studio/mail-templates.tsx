import { webhookOffTemplate } from './webhooks/webhook-off-mail.tsx'

export const studioTemplates = [webhookOffTemplate]
