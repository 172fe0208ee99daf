/** Thrown if the bank refuses a request, with the reason and the HTTP status. */
export class BankError extends Error {
  override name = 'BankError'
  status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
