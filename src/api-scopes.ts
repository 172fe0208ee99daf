import type { Route } from '#core/http/http.ts'
import type { Scope } from './accounts/api-key/api-key.shared.ts'

/**
 * The calls that each scope of an API key allows. Every other call is refused to keys: whatever moves
 * money or gives copies away, and the account with its sessions, bank account, roles and keys.
 */
const calls: Record<Scope, readonly string[]> = {
  read: [
    'GET /assets/listed',
    'GET /assets/listed/{id}',
    'GET /suggestions',
    'GET /assets/{id}',
    'GET /assets/created',
    'GET /assets/created/{id}',
    'GET /assets/flow_status/{id}',
    'GET /assets/{id}/serials',
    'GET /assets/{id}/board',
    'GET /assets/{id}/serials/{number}',
    'GET /assets/created/{id}/serials',
    'GET /certificates/{asset_token_id}',
    'GET /certificates/{asset_token_id}/proof',
    'GET /log/checkpoint',
    'GET /log/tile/{level}/{number}',
    'GET /brands',
    'GET /brands/{id}',
    'GET /brands/sale_assets',
    'GET /brands/rental_assets',
    'GET /brands/created_assets',
    'GET /brands/{id}/groups',
    'GET /brands/{id}/seller_notice',
    'GET /assets/{id}/followers',
    'GET /brands/{id}/followers',
    'GET /groups',
    'GET /groups/{id}',
    'GET /groups/{id}/contents',
    'GET /campaigns/{slug}',
    'GET /campaigns/{slug}/titles',
    'GET /upload/status',
    'GET /assets/{kid}/media',
    'GET /assets/{kid}/replacements',
    'GET /assets/{id}/chapters',
    'GET /assets/{id}/sound',
    'GET /assets/{id}/extras',
    'GET /assets/{kid}/extras/own',
    'GET /assets/{id}/rental_terms',
    'GET /profit_calculate',
    'GET /assets/{id}/serials/{number}/profit',
    'GET /application_settings',
  ],
  titles: [
    'PATCH /assets/update',
    'POST /assets/copy',
    'POST /brands',
    'PATCH /brands/update',
    'POST /groups',
    'PUT /groups/{id}',
    'DELETE /groups/{id}',
    'POST /asset_upload',
    'POST /asset_chunk_url',
    'POST /complete_upload',
    'POST /upload/{uuid}/retry',
    'POST /upload/{uuid}/accept',
    'DELETE /upload/{uuid}',
    'PUT /assets/{kid}/poster',
    'PUT /assets/{kid}/subtitles',
    'DELETE /assets/{kid}/subtitles',
    'POST /assets/{kid}/trailer',
    'DELETE /assets/{kid}/trailer',
    'PUT /assets/{kid}/chapters',
    'POST /assets/{kid}/extras',
    'PATCH /assets/{kid}/extras/{id}',
    'PUT /assets/{kid}/extras/order',
    'DELETE /assets/{kid}/extras/{id}',
  ],
  listings: [
    'POST /assets/list',
    'POST /assets/delist',
    'POST /assets/withdraw',
    'POST /assets/restore',
    'GET /allowlists',
    'POST /allowlists',
    'PATCH /allowlists/{id}',
    'GET /allowlists/{id}/people',
    'POST /allowlists/{id}/people',
    'POST /allowlists/{id}/people/removals',
  ],
  sales: ['GET /statistics/transactions'],
}

const scopeOf = new Map(
  Object.entries(calls).flatMap(([scope, names]) => names.map((name) => [name, scope] as const)),
)

/** Adds to a route the scope of API keys that allows it. */
export const withScope = (route: Route): Route => ({
  ...route,
  scope: scopeOf.get(`${route.endpoint.method} ${route.endpoint.path}`),
})
