import { mutation } from './source-mutations.ts'

const REPEATED = 'src/platform/guest-cache/repeated-answers.ts'
const TEST = 'src/platform/guest-cache/repeated-answers.test.ts'

/** Mutations that repeat an answer to somebody whom the app would answer otherwise. */
// oxfmt-ignore
export const repeatedMutations = [
  mutation('an answer to somebody who is signed in is repeated', REPEATED, [' || !isPlainGuest(c, config.publicUrl)', ''], TEST, 'whoever differs'),
  mutation('an answer is repeated to other cookies', REPEATED, ["  'cookie',\n", ''], TEST, 'whoever differs'),
  mutation('an answer is repeated to another country', REPEATED, ['[request.method, country, ', '[request.method, '], TEST, 'whoever differs'),
  mutation('an answer is repeated after a change', REPEATED, ['!answer?.isCurrent()', '!answer'], TEST, 'when that is outdated'),
  mutation('a cookie is given to others', REPEATED, [" || headers.has('set-cookie')", ''], TEST, 'sets a cookie'),
  mutation('a nonce is given twice', REPEATED, ['.end(answer.bytes(nonce))', ".end(answer.bytes(answer.nonce ?? ''))"], TEST, 'own, but for its id'),
  mutation('repeated answers have no limit', REPEATED, ['if (countSender && ', 'if (!countSender && '], TEST, 'limit of requests'),
]
