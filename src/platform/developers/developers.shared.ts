import { API } from '#core/http/endpoint.ts'

/** The address of the API's description, OpenAPI 3.1. */
export const DESCRIPTION_PATH = `${API}/openapi.json`
