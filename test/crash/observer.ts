import { builtPages, createApp } from '#src/app.ts'
import { readConfig } from '#src/config.ts'
import { knownAddresses } from '#src/emulators.ts'
import { openIntegrations } from '#src/integrations/integrations.ts'
import { jobs } from '#src/jobs.ts'
import type { Call } from '../call.ts'
import { createPerson, type Person, type PersonOptions } from '../people.ts'
import { embeddedDatabaseUrl } from '../program.ts'
import type { TestApp } from '../test-app.ts'

/**
 * Opens the app of a data folder in this process, without a worker, as a test app for servers that run
 * elsewhere. Its clock can be set; that of the servers is real. People call through `callOf`.
 */
export async function openObserver(
  folder: string,
  url: string,
  callOf: (who: { account_id: string; token: string }) => Call,
): Promise<TestApp & { close(): Promise<void> }> {
  const config = readConfig({ DATA_DIR: folder, PUBLIC_URL: url })
  const integrations = await openIntegrations(knownAddresses(folder)!)
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
  const databaseUrl = embeddedDatabaseUrl(folder)
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
    inbox: async (to) => {
      const response = await fetch(`${url}/dev/inbox.json?to=${encodeURIComponent(to)}`)
      return (await response.json()) as Awaited<ReturnType<TestApp['inbox']>>
    },
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
