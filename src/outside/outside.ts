import type { CardConfig, MailConfig, StorageConfig } from '#src/config.ts'
import { openCard } from './card.ts'
import { openMail } from './mail.ts'
import { openStorage } from './storage.ts'
import { openTranscoder } from './transcoder.ts'

interface Addresses {
  card: CardConfig
  mail: MailConfig
  storage: StorageConfig
}

/** One client for each vendor protocol, at the addresses given. */
export async function openOutside({ card, mail, storage }: Addresses) {
  const post = openMail(mail)
  return {
    card: openCard(card),
    mail: post,
    storage: openStorage(storage),
    transcoder: await openTranscoder(),
    close: () => post.close(),
  }
}
