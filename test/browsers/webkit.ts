import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../free-port.ts'
import { eventually } from '../program.ts'
import { type Driver, type OpenBrowser, SIZE } from './driver.ts'

type Send = <T>(method: string, path: string, body?: object) => Promise<T>
interface Session {
  sessionId: string
  capabilities: { browserVersion: string }
}

/**
 * Opens WebKit's own small browser on a screen in memory and drives it by WebDriver
 * (https://www.w3.org/TR/webdriver2/). It has one session, so a new one ends the one before.
 */
export async function openWebKit(): Promise<OpenBrowser> {
  const screen = await openScreen()
  const port = await freePort()
  const env = { ...process.env, DISPLAY: screen.display }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
  await once(driver, 'spawn')
  const send = senderTo(`http://127.0.0.1:${port}`)
  await eventually(() => send('GET', '/status'))
  let path = ''
  async function begin() {
    if (path) await send('DELETE', path)
    const session = await send<Session>('POST', '/session', { capabilities: {} })
    path = `/session/${session.sessionId}`
    await send('POST', `${path}/window/rect`, SIZE)
    return session
  }
  const { capabilities } = await begin()
  return {
    version: capabilities.browserVersion,
    async open() {
      await begin()
      return driverOf((method, of, body) => send(method, path + of, body))
    },
    async close() {
      await send('DELETE', path).catch(() => {})
      driver.kill()
      screen.close()
    },
  }
}

/** Starts a screen in memory, which tells its number once it is ready. */
async function openScreen() {
  const flags = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  await once(server, 'spawn')
  const [number] = (await once(server.stdio[3]!, 'data')) as [Buffer]
  return { display: `:${String(number).trim()}`, close: () => server.kill() }
}

/** Returns a function that sends a command and returns its value. It throws what is refused. */
function senderTo(url: string): Send {
  return async <T>(method: string, path: string, body: object = {}) => {
    const sent = method === 'POST' && { body: JSON.stringify(body) }
    const response = await fetch(url + path, { method, ...sent })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
}

const driverOf = (send: Send): Driver => ({
  navigate: (url) => send('POST', '/url', { url }),
  read: (expression) => send('POST', '/execute/sync', { script: `return ${expression}`, args: [] }),
  perform: (device) => send('POST', '/actions', { actions: [device] }),
  picture: () => send('GET', '/screenshot'),
})
