/** A public trailer: one file, or a stream with a DASH and an HLS manifest. */
export type Trailer = { url: string } | { dash: string; hls: string }

/**
 * Parses an asset's `preview_url`: the text None, a URL, or JSON with HLS and DASH manifests.
 * Returns undefined for anything else.
 */
export function trailerOf(preview_url: string): Trailer | undefined {
  if (/^(https?:\/\/|\/(?!\/))/.test(preview_url)) return { url: preview_url }
  try {
    const { dash, hls } = JSON.parse(preview_url) as { dash?: unknown; hls?: unknown }
    return typeof dash === 'string' && typeof hls === 'string' ? { dash, hls } : undefined
  } catch {
    return undefined
  }
}
