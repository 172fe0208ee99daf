import { mutation } from './source-mutations.ts'

const CAMPAIGN = 'src/catalog/campaign/campaign.ts'
const TEST = 'src/catalog/campaign/campaign.test.ts'
const PICTURES = 'src/platform/pictures/remove-picture.test.ts'

/** Mutations that show a campaign too early, lose a change of it, or show what it must not. */
// oxfmt-ignore
export const campaignMutations = [
  mutation('guests see a campaign before it is published', CAMPAIGN, ["found.is_published || ctx.person?.role === 'ADMIN'", 'found.id'], TEST, 'before it is published'),
  mutation('a campaign that is not published is current', CAMPAIGN, ['where is_published and titles.n', 'where titles.n'], TEST, 'current campaigns'),
  mutation('a campaign with nothing to show is current', CAMPAIGN, [' and titles.n + groups.n > 0', ''], TEST, 'current campaigns'),
  mutation('a current campaign counts withdrawn titles', CAMPAIGN, ['where campaign_id = campaign.id and asset.is_public', 'where campaign_id = campaign.id'], TEST, 'current campaigns'),
  mutation('a replaced picture of a campaign is not deleted', CAMPAIGN, ['if (hero !== undefined) await enqueuePictureRemoval(tx, ctx, before.hero_picture)', ''], PICTURES, 'deleted from storage'),
  mutation('a campaign’s picture is deleted while its page shows it', 'src/platform/pictures/remove-picture.ts', ["    union all select from campaign where hero_picture->>'base' = ${base}\n", ''], PICTURES, 'deleted from storage'),
  mutation('a campaign takes the address of a page', CAMPAIGN, ["  if (RESERVED_WORDS.includes(fields.slug)) fail('campaign_slug_reserved')\n", '  void RESERVED_WORDS\n'], TEST, 'first word of another page'),
  mutation('changes of campaigns do not wait for each other', CAMPAIGN, ['    .forNoKeyUpdate()\n', ''], TEST, 'of ten changes'),
  mutation('a campaign keeps withdrawn titles', CAMPAIGN, ['\n    and asset.is_public`', '`'], TEST, 'none that is withdrawn'),
  mutation('a campaign shows groups without titles', CAMPAIGN, ['groups.filter(({ sorted_contents }) => sorted_contents.length > 0)', 'groups'], TEST, 'none that is withdrawn'),
  mutation('a campaign leaves out unknown titles in silence', CAMPAIGN, ["if (added.numAffectedRows !== BigInt(kids.length)) fail('input_invalid', { field: 'kids' })", 'void added'], TEST, 'needs a free address'),
]
