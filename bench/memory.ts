import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers every request with the JSON it was given: what a page could cost at best. */
const bytes = Buffer.from(process.argv[2]!)
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(bytes)
}).listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
