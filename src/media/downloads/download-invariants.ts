import { type RawBuilder, sql } from 'kysely'

/** The invariants of downloads: a downloaded copy is locked until its owner says that the file is gone. */
export const downloadInvariants: Record<string, RawBuilder<Record<string, unknown>>> = {
  'the copy of a download is locked, and belongs to the person who downloads it': sql`
    select download.id from download join serial using (asset_token_id)
    where ended_at is null and not (downloaded_at is not null and serial.owner = download.owner)`,
  'a locked copy is in no deal': sql`
    select serial.asset_token_id from serial where downloaded_at is not null and (
      exists (select from listing where listing.asset_token_id = serial.asset_token_id
        and status in ('preparing', 'open'))
      or exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
        and status = 'reserved')
      or exists (select from rental where rental.asset_token_id = serial.asset_token_id
        and status = 'active' and ends_at > downloaded_at)
      or exists (select from coupon where coupon.asset_token_id = serial.asset_token_id
        and status in ('valid', 'occupied')))`,
  'every download is recorded once': sql`
    select download.id from download where 1 <> (select count(*) from provenance_event event
      where event.asset_token_id = download.asset_token_id and subject_id = download.id
        and kind = 'download')`,
}
