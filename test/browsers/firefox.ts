import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Driver, type OpenBrowser, SIZE } from './driver.ts'

/** Lets films play without a press, as on a site that one visits often. */
const PREFERENCES = 'user_pref("media.autoplay.default", 0);\n'

type Send = <T>(method: string, params: object) => Promise<T>
interface Answer {
  id?: number
  result?: unknown
  error?: string
  message?: string
}

/** Opens Debian's Firefox and drives it by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export async function openFirefox(): Promise<OpenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'renban-firefox-'))
  writeFileSync(join(profile, 'user.js'), PREFERENCES)
  const flags = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const child = spawn('firefox-esr', flags, {
    env: { ...process.env, HOME: homedir() },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await once(child, 'spawn')
  const close = async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(profile, { recursive: true, force: true })
  }
  const send = await connect(await addressOf(child.stderr))
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  return { version: capabilities.browserVersion, open: () => openTab(send), close }
}

/** Returns the address that Firefox prints once it listens. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, url] = /^WebDriver BiDi listening on (\S+)$/.exec(line) ?? []
    if (!url) continue
    output.resume() // a full pipe would stop Firefox
    return `${url}/session`
  }
  throw new Error('Firefox did not start')
}

/** Connects to a browser, and returns a function that sends a command. It throws what is refused. */
async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Answer
    const one = id === undefined ? undefined : waiting.get(id)
    if (error) one?.reject(new Error(`${error}: ${message}`))
    else one?.resolve(result)
  })
  return <T>(method: string, params: object) => {
    const id = ++last
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    socket.send(JSON.stringify({ id, method, params }))
    return answer.promise as Promise<T>
  }
}

async function openTab(send: Send): Promise<Driver> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {})
  const made = await send<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  })
  const { context } = made
  await send('browsingContext.setViewport', { context, viewport: SIZE })
  return {
    navigate: (url) => send('browsingContext.navigate', { context, url, wait: 'interactive' }),
    async read<T>(expression: string) {
      const evaluated = await send<Evaluated>('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: true,
      })
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
      return (evaluated.result.value && JSON.parse(evaluated.result.value)) as T
    },
    perform: (device) => send('input.performActions', { context, actions: [device] }),
    async picture() {
      return (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data
    },
  }
}

type Evaluated =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }
