import type { Asset } from './asset.shared.ts'

type Edition = Pick<Asset, 'first_number' | 'copies_count'> & Partial<Pick<Asset, 'upload'>>

/** Returns how many copies a title has or, while it is being prepared, will have. */
export const editionSize = ({ copies_count, upload }: Edition) =>
  upload?.total_copies ?? copies_count

/** Returns the highest serial number of a title. */
export const lastNumber = (edition: Edition) => edition.first_number + editionSize(edition) - 1
