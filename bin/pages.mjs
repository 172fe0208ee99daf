// Builds the pages with the Node that runs this file. Used by the image, which installs no other.
import { buildPages } from './setup/pages.mjs'

await buildPages(process.execPath)
