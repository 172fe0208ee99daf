import { mutation } from './source-mutations.ts'

const DOWNLOAD = 'src/media/downloads/download.ts'
const SERVE = 'src/media/downloads/serve.ts'
const LOCKS = 'src/media/downloads/locks.ts'
const PREPARE = 'src/media/downloads/prepare.ts'
const TOKEN = 'src/core/link-token.ts'
const CHECK = 'src/media/downloads/receipt-check.shared.ts'
const TEST = 'src/media/downloads/download.test.ts'
const FORMATS = 'src/media/downloads/formats.test.ts'

/** Mutations that hand out a file twice or to the wrong person, or let its copy be sold meanwhile. */
// oxfmt-ignore
export const downloadMutations = [
  mutation('a person downloads the copy of another', DOWNLOAD, ["const copy = own(ctx, 'owner', await readCopy(tx, asset_token_id, ctx.country, at))", 'const copy = (await readCopy(tx, asset_token_id, ctx.country, at))!'], TEST, 'only the owner'),
  mutation('a download is used up before storage gives its file', SERVE, ['  // A download whose', "  if (file.status === 'ready') await open(ctx, file.id)\n  // A download whose"], TEST, 'storage does not give'),
  mutation('a title is downloaded that its creator keeps', DOWNLOAD, ["when not asset.download_enabled then 'download_disabled'", ''], TEST, 'only the owner'),
  mutation('a title for Japan is downloaded abroad', DOWNLOAD, ["when asset.only_japan_accessible and ${country} <> 'JP' then 'region_unavailable'", ''], TEST, 'in Japan alone'),
  mutation('a copy is downloaded while it is in a deal', DOWNLOAD, ['if (copy.blocked_by) fail(copy.blocked_by)', ''], TEST, 'only the owner'),
  mutation('a downloaded copy is not locked', DOWNLOAD, ['if (!copy.downloaded_at) await lockDownloaded(tx, [asset_token_id], at)', ''], TEST, 'is in no deal'),
  mutation('a download leaves no record', DOWNLOAD, ['await record(tx, [{ ...change, from: owner, to: owner }], at)', 'void change'], TEST, 'is in no deal'),
  mutation('a person releases the copy of another', DOWNLOAD, ["return own(ctx, 'owner', row)", 'return row!'], TEST, 'of another person'),
  mutation('an address is used twice', SERVE, ["if (!isOpening && part.start === 0) fail('download_used')", ''], TEST, 'downloads its file once'),
  mutation('an address is used after its time', SERVE, ['!isValid || file.expires_at <= ctx.now.toISOString()', '!isValid'], TEST, 'ends by the clock'),
  mutation('an address is used abroad', SERVE, ["if (file.is_abroad) fail('region_unavailable')", ''], TEST, 'in Japan alone'),
  mutation('a range of another file is resumed', SERVE, ['const isSame = ifRange === undefined || ifRange === etag', 'const isSame = true'], TEST, 'resumed by range'),
  mutation('a whole file can be resumed again', SERVE, ['if (sent === size) await complete(ctx, id)', ''], TEST, 'resumed by range'),
  mutation('the end of a file completes its download', SERVE, ['if (sent === size) await', 'if (at === size) await'], TEST, 'in slices at once'),
  mutation('bytes that are sent twice count twice', SERVE, ['sent = (select coalesce(sum(upper(part) - lower(part)), 0) from unnest(${ranges}) as part)', 'sent = least(sent + ${at - start}, size)'], TEST, 'in slices at once'),
  mutation('any address with the id of a download opens it', TOKEN, ['isSameSecret(linkToken(ctx, of, id), token) ? id : undefined', 'id'], TEST, 'who alters it'),
  mutation('a released copy stays locked', LOCKS, ["if (released[0]) await release(tx, released[0], 'download_deleted', at)", ''], TEST, 'is in no deal'),
  mutation('an unused address keeps its copy locked', LOCKS, ["if (ended) await release(tx, id, 'download_unused', at)", ''], TEST, 'ends by the clock'),
  mutation('a returned copy stays locked', 'src/sales/deal/sale.ts', ['  await endDownloads(tx, ids, at)\n', ''], TEST, 'goes back to its seller'),
  mutation('a copy is free while another file of it is out', LOCKS, ['if ((await lockingDownloads(tx, [asset_token_id])).length === 0)', ''], TEST, 'ends by the clock'),
  mutation('a large file is taken into memory', PREPARE, ['size > MANIFEST_BYTES_MAX ? receiptOnly', 'size < 0 ? receiptOnly'], FORMATS, 'above 200 MB'),
  mutation('a receipt under another root passes', CHECK, ["roots.find((pem) => derOf(pem) === x5c[1])", 'roots[0]'], FORMATS, 'this file alone'),
  mutation('a receipt passes with a certificate that our root did not sign', CHECK, ['isIssued && (await', '(await'], FORMATS, 'this file alone'),
  mutation('an altered receipt passes', CHECK, ['isIssued && (await isSigned(own!.key, bytesOf(signature), signed))', 'isIssued'], FORMATS, 'this file alone'),
]
