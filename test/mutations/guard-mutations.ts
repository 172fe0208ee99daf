import { mutation } from './source-mutations.ts'

const CODES = 'src/accounts/account/code.test.ts'

/** Mutations that admit a request, a page or a guess that must be refused. */
// oxfmt-ignore
export const guardMutations = [
  mutation('the form of a page may have any size', 'src/app.ts', ["hono.use(bodyLimit({ maxSize: OPEN_BODY_MAX, onError: () => fail('too_large') }))", ''], 'test/request-bodies.test.ts', 'a form above 64 kB'),
  mutation('a guest’s call may have a megabyte', 'src/core/http/http.ts', ["(access === 'any' ? OPEN_BODY_MAX : BODY_MAX)", 'BODY_MAX'], 'test/request-bodies.test.ts', 'takes 64 kB, others a megabyte'),
  mutation('emulators answer under any name', 'src/emulators.ts', ['own.includes(new URL(address).hostname)', 'own.length > 0'], 'test/start.test.ts', 'only under its own name'),
  mutation('the scheme of an origin is not compared', 'src/core/http/caller.ts', ['origin === new URL(publicUrl).origin', 'origin?.endsWith(new URL(publicUrl).host)'], 'src/app.test.ts', 'same scheme, host and port'),
  mutation('the port of an origin is not compared', 'src/core/http/caller.ts', ['origin === new URL(publicUrl).origin', 'origin?.startsWith(`http://${new URL(publicUrl).hostname}`)'], 'src/app.test.ts', 'same scheme, host and port'),
  mutation('a full disk of the database is a bug', 'src/core/errors.ts', ['53[123]00', '53[23]00'], 'src/app.test.ts', 'disk or memory is full'),
  mutation('an upload without copies to list fails', 'src/core/database/events.ts', ['if (rows.length === 0) return\n', ''], 'src/sales/listing/list-issued.test.ts', 'nothing is listed, and nothing fails'),
  mutation('wrong codes of others lock everybody out', 'src/accounts/account/code.ts', ['isSpent ? WRONG_LIMITS.ownWhenSpent', 'isSpent ? 0'], CODES, 'do not keep out who has the code'),
]
