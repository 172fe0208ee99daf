/** What the bank does not do, and why, with the HTTP status that says so. */
export class Refused extends Error {
  override name = 'Refused'
  status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
