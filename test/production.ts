import { newSigningPair } from '#src/certificate.ts'

const { certificates, key } = newSigningPair(new Date())
/** An environment for production, whose vendors do not answer; the database is missing. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PORT: '0',
  DRAIN_SECONDS: '0',
  PUBLIC_URL: 'https://renban.test',
  SECRET: 's'.repeat(32),
  KEY_RING: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  DOWNLOAD_CERTIFICATES: certificates,
  DOWNLOAD_KEY: key,
  STRIPE_SECRET_KEY: 'sk_live_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@renban.test',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_REGION: 'none',
  S3_BUCKET: 'none',
  S3_ACCESS_KEY_ID: 'none',
  S3_SECRET_ACCESS_KEY: 'none',
}
