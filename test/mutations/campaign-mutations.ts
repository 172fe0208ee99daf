import { mutation } from './source-mutations.ts'

const CAMPAIGN = 'src/catalog/campaign/campaign.ts'
const TEST = 'src/catalog/campaign/campaign.test.ts'

/** Mutations that show a campaign too early, lose a change of it, or show what it must not. */
// oxfmt-ignore
export const campaignMutations = [
  mutation('guests see a campaign before it is published', CAMPAIGN, ["found.is_published || ctx.person?.role === 'ADMIN'", 'found.id'], TEST, 'before it is published'),
  mutation('a campaign takes the address of a page', CAMPAIGN, ["  if (RESERVED_WORDS.includes(fields.slug)) fail('campaign_slug_reserved')\n", '  void RESERVED_WORDS\n'], TEST, 'first word of another page'),
  mutation('changes of campaigns do not wait for each other', CAMPAIGN, ['      .forNoKeyUpdate()\n', ''], TEST, 'of ten changes'),
  mutation('a campaign keeps withdrawn titles', CAMPAIGN, ['\n    and asset.is_public`', '`'], TEST, 'none that is withdrawn'),
  mutation('a campaign shows groups without titles', CAMPAIGN, ['groups.filter(({ sorted_contents }) => sorted_contents.length > 0)', 'groups'], TEST, 'none that is withdrawn'),
  mutation('a campaign leaves out unknown titles in silence', CAMPAIGN, ["if (added.numAffectedRows !== BigInt(kids.length)) fail('input_invalid', { field: 'kids' })", 'void added'], TEST, 'needs a free address'),
]
