import { Refusal } from '#core/errors.ts'
import { log } from '#core/log.ts'
import { tracedClient } from '#core/tracing.ts'
import { type Card, type CardConfig, openCard } from './card.ts'
import { type Delivery, type DeliveryConfig, openDelivery } from './delivery.ts'
import { type Flow, type FlowConfig, openFlow } from './flow/flow.ts'
import { type GeoIp, type GeoIpConfig, openGeoIp } from './geoip.ts'
import { type LicenceConfig, type Licences, openLicences } from './licences.ts'
import { type Mail, type MailConfig, openMail } from './mail.ts'
import { openPush, type Push, type PushConfig } from './push/push.ts'
import { openRates, type Rates, type RatesConfig } from './rates.ts'
import { openStorage, type Storage, type StorageConfig } from './storage.ts'
import { openTranscoder, type Transcoder } from './transcoder.ts'

interface Addresses {
  card: CardConfig
  mail: MailConfig
  storage: StorageConfig
  rates?: RatesConfig | undefined
  geoip?: GeoIpConfig | undefined
  delivery?: DeliveryConfig | undefined
  licences?: LicenceConfig | undefined
  flow?: FlowConfig | undefined
  push?: PushConfig | undefined
}

/** The clients of all vendors. */
export interface Integrations {
  card: Card
  mail: Mail
  storage: Storage
  /** The place that sends segments. Undefined if this server does. */
  delivery: Delivery | undefined
  /** The licence provider. Undefined if only ClearKey and AES-128 are offered. */
  licences: Licences | undefined
  /** The browsers' push services. Undefined without VAPID keys; then no browser shows notifications. */
  push: Push | undefined
  /** Exchange rates. Undefined if no source is configured; prices are then shown in yen only. */
  rates: Rates | undefined
  /** The chain and the wallet of external wallets. Undefined if there are none. */
  flow: Flow | undefined
  /** The country database. Without it the country comes from the proxy, or is JP. */
  countries: GeoIp | undefined
  transcoder: Transcoder
}

declare module '#core/context.ts' {
  interface AppContext {
    integrations: Integrations
  }
}

/** Opens a client for each vendor protocol at the given addresses. */
export async function openIntegrations({
  card,
  mail,
  storage,
  rates,
  geoip,
  delivery,
  licences,
  flow,
  push,
}: Addresses): Promise<Integrations & { close(): void }> {
  const mailClient = openMail(mail)
  const storageClient = openStorage(storage)
  const countries = geoip && (await openGeoIp(geoip))
  return {
    card: tracedClient('card', openCard(card)),
    mail: tracedClient('mail', mailClient),
    storage: tracedClient('storage', storageClient),
    delivery: delivery && openDelivery(delivery, storageClient),
    licences: licences && openLicences(licences),
    push: push && tracedClient('push', openPush(push)),
    rates: rates && tracedClient('rates', openRates(rates)),
    flow: flow && tracedClient('flow', openFlow(flow)),
    countries,
    transcoder: await transcoderIfInstalled(),
    close() {
      mailClient.close()
      storageClient.close()
      countries?.close()
    },
  }
}

async function transcoderIfInstalled(): Promise<Transcoder> {
  try {
    const transcoder = await openTranscoder()
    if (!transcoder.isolated)
      log('warn', 'bubblewrap does not work: uploads are transcoded under limits, but not isolated')
    return transcoder
  } catch (error) {
    return noTranscoder(error)
  }
}

/** Refuses uploads with `unavailable`: without ffmpeg everything else works. */
function noTranscoder(missing: unknown): Transcoder {
  log('warn', 'ffmpeg is missing: films and music cannot be uploaded', { error: missing })
  const refuse = () => Promise.reject(new Refusal('unavailable'))
  return {
    isolated: false,
    threads: 1,
    probe: refuse,
    packetGroups: refuse,
    keyframeGap: refuse,
    run: refuse,
  }
}
