import { builtPages, createApp } from '#src/app.ts'
import { type Config, readConfig } from '#src/config.ts'
import { knownAddresses } from '#src/emulators.ts'
import { openIntegrations } from '#src/integrations/integrations.ts'
import { jobs } from '#src/jobs.ts'
import type { Call } from '../call.ts'
import { createPerson, type Person, type PersonOptions } from '../people.ts'
import { embeddedDatabaseUrl } from '../program.ts'
import type { TestApp } from '../test-app.ts'

type CallOf = (who: { account_id: string; token: string }) => Call
interface Options {
  config: Config
  addresses: Parameters<typeof openIntegrations>[0]
  databaseUrl: string
  /** Where the controls of the card provider are. */
  url: string
  inbox: TestApp['inbox']
  callOf: CallOf
}

/** Opens the app of a data folder, whose web server also runs the emulators of all vendors. */
export function openFolderObserver(folder: string, url: string, callOf: CallOf) {
  return openObserver({
    config: readConfig({ DATA_DIR: folder, PUBLIC_URL: url }),
    addresses: knownAddresses(folder)!,
    databaseUrl: embeddedDatabaseUrl(folder),
    url,
    inbox: async (to) => {
      const response = await fetch(`${url}/dev/inbox.json?to=${encodeURIComponent(to)}`)
      return (await response.json()) as Awaited<ReturnType<TestApp['inbox']>>
    },
    callOf,
  })
}

/**
 * Opens an app in this process, without a worker, as a test app for servers that run elsewhere. Its
 * clock can be set; that of the servers is real. People call through `callOf`.
 */
export async function openObserver({
  config,
  addresses,
  databaseUrl,
  url,
  inbox,
  callOf,
}: Options): Promise<TestApp & { close(): Promise<void> }> {
  const integrations = await openIntegrations(addresses)
  let ahead = 0
  const clock = {
    get now() {
      return new Date(Date.now() + ahead)
    },
    set now(at: Date) {
      ahead = at.getTime() - Date.now()
    },
  }
  const texts = (await (await builtPages())()).serverTexts
  const parts = { databaseUrl, config, integrations, texts, now: () => clock.now }
  const created = await createApp({ ...parts, role: 'web' })
  // The servers' own worker runs the jobs.
  const app = { ...created, role: 'all' as const, runDueJobs: () => Promise.resolve() }
  return {
    url,
    app,
    clock,
    config,
    integrations,
    call: callOf({ account_id: '', token: '' }),
    beforeClose: () => {},
    run: (name) => jobs.find((one) => one.name === name)!.action(app.jobCtx(name), {} as never),
    inbox,
    async person(name: string, options?: PersonOptions): Promise<Person> {
      const made = await createPerson({ url, app, clock }, name, options)
      return { ...made, call: callOf(made) }
    },
    async close() {
      await created.close()
      integrations.close()
    },
  }
}
