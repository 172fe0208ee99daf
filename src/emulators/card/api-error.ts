type Code = { code?: string; param?: string; type?: string }

/** A refusal of the API; the SDK turns it into its own errors. */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  body: { error: { message: string; type: string; code?: string; param?: string } }
  constructor(status: number, message: string, code: Code) {
    super(message)
    this.status = status
    this.body = { error: { message, type: 'invalid_request_error', ...code } }
  }
}

export function refuse(status: number, message: string, code: Code = {}): never {
  throw new ApiError(status, message, code)
}

/** Throws the API's 404: `No such payment_intent: 'pi_1'`. */
export function missing(kind: string, id: string): never {
  return refuse(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })
}
