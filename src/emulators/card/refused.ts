type Code = { code?: string; param?: string; type?: string }

/** What the API answers when it says no; the SDK makes its own errors of it. */
export class Refused extends Error {
  override name = 'Refused'
  status: number
  body: { error: { message: string; type: string; code?: string; param?: string } }
  constructor(status: number, message: string, code: Code) {
    super(message)
    this.status = status
    this.body = { error: { message, type: 'invalid_request_error', ...code } }
  }
}

export function refuse(status: number, message: string, code: Code = {}): never {
  throw new Refused(status, message, code)
}

/** The 404 of this API: `No such payment_intent: 'pi_1'`. */
export function missing(kind: string, id: string): never {
  return refuse(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })
}
