import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, seeOther, sendJson } from '#src/emulators/page.ts'
import { BANK, sendFile, sendFront, sendRefusal } from './pages.ts'
import { Refused } from './refused.ts'
import { openStore, type Received, type Store } from './store.ts'
import { type Answer, isAnswer, readTransfers, resultFile } from './transfer-file.ts'

const FILE_MAX = 32 * 1024 ** 2 // bytes; a quarter of a million transfers
const FILE_PATH = /^\/files\/([0-9a-f-]{36})(\/answers|\/result)?$/

/**
 * Plays the bank: takes 総合振込 files, says of each transfer what a person or a test wants it to
 * say, and gives the result file. Pages with forms for people, the same paths with JSON for tests;
 * a transfer's last answer counts. All that it was given is in `dir`, safe from a killed process.
 */
export function openBankEmulator({ dir }: { dir: string }) {
  const store = openStore(dir)
  return {
    handle(req: IncomingMessage, res: ServerResponse): boolean {
      const path = req.url?.split('?')[0] ?? ''
      if (path !== BANK && !path.startsWith(`${BANK}/`)) return false
      serve(store, req, res, path.slice(BANK.length)).catch((error: unknown) => {
        const refused = error instanceof Refused ? error : new Refused(500, 'Stand-in failed.')
        if (refused !== error) console.error(error)
        if (res.headersSent) res.destroy()
        else if (isBrowser(req)) sendRefusal(res, refused)
        else sendJson(res, refused.status, { error: refused.message })
      })
      return true
    },
    close: () => store.close(),
  }
}

async function serve(store: Store, req: IncomingMessage, res: ServerResponse, path: string) {
  const [, id = '', part = ''] = FILE_PATH.exec(path) ?? []
  const file = store.files.get(id)
  const asked = `${req.method} ${file ? `/files/*${part}` : path}`
  if (asked === 'GET ') sendFront(res, store)
  else if (asked === 'POST /files') await receive(store, req, res)
  else if (file && asked === 'GET /files/*') sendFile(res, file, store.bytesOf(id))
  else if (file && asked === 'POST /files/*/answers') await answer(store, file, req, res)
  else if (file && asked === 'GET /files/*/result') sendResult(store, file, res)
  else throw new Refused(404, 'There is nothing here.')
}

async function receive(store: Store, req: IncomingMessage, res: ServerResponse) {
  const isForm = req.headers['content-type']?.startsWith('multipart/form-data')
  const bytes = isForm ? await fileInForm(req) : await bytesIn(req)
  const { transfers } = readTransfers(bytes)
  const id = store.receive(bytes)
  if (isBrowser(req)) seeOther(res, `${BANK}/files/${id}`)
  else sendJson(res, 201, { id, transfers })
}

/** A word for each reference; under `all` one for those that have none, here or from before. */
async function answer(store: Store, file: Received, req: IncomingMessage, res: ServerResponse) {
  const { all, ...named } = await wordsIn(req)
  const [row] = Object.keys(named)
  if (all === undefined && !row) throw new Refused(400, 'No transfer is answered.')
  const { transfers } = readTransfers(store.bytesOf(file.id))
  const known = new Map(transfers.map(({ reference }) => [String(reference), reference]))
  const given = new Map<number, Answer>()
  for (const [name, word] of Object.entries(named)) {
    const reference = known.get(name)
    if (reference === undefined) throw new Refused(400, `No transfer has the reference ${name}.`)
    given.set(reference, answerIn(word))
  }
  const isOpen = (one: number) => !file.answers.has(one) && !given.has(one)
  const rest = all === undefined ? [] : [...known.values()].filter(isOpen)
  for (const reference of rest) given.set(reference, answerIn(all))
  store.answer(file.id, [...given])
  if (isBrowser(req)) seeOther(res, `${BANK}/files/${file.id}${row ? `#t${row}` : ''}`)
  else sendJson(res, 200, { answers: Object.fromEntries(file.answers) })
}

function sendResult(store: Store, { id, answers }: Received, res: ServerResponse) {
  const result = resultFile(store.bytesOf(id), answers)
  res.writeHead(200, {
    'content-type': 'text/plain; charset=shift_jis',
    'content-disposition': `attachment; filename="result-${id}.txt"`,
    'cache-control': 'no-store',
  })
  res.end(result)
}

/** Browsers look for pages and send forms; everybody else is spoken to in JSON. */
const isBrowser = ({ headers }: IncomingMessage) => headers.accept?.includes('text/html') ?? false

async function wordsIn(req: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await readBody(req)
  if (isBrowser(req)) return Object.fromEntries(new URLSearchParams(body))
  try {
    return { ...JSON.parse(body) }
  } catch {
    throw new Refused(400, 'The answers are not JSON.')
  }
}

function answerIn(word: unknown): Answer {
  if (isAnswer(word)) return word
  throw new Refused(400, 'The bank says settle, reject or bounce.')
}

async function fileInForm(req: IncomingMessage): Promise<Buffer> {
  const headers = { 'content-type': req.headers['content-type'] ?? '' }
  const form = await new Response(await bytesIn(req), { headers }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof File)) throw new Refused(400, 'The form has no file.')
  return Buffer.from(await file.arrayBuffer())
}

async function bytesIn(req: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > FILE_MAX) throw new Refused(413, 'The file is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
