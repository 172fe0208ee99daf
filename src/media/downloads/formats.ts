/** How files of one format carry a mark and a manifest. */
export interface Format {
  extension: string
  mime: string
  /** The writer of the mark: ffmpeg by copying all streams, or our own code for pictures. */
  mark?: 'ffmpeg' | 'jpeg' | 'png' | 'gif' | 'webp'
  /** The format's name for C2PA; without it the file gets a receipt. */
  c2pa?: string
}

// oxfmt-ignore
const FORMATS: [found: RegExp, format: Format][] = [
  [/^image\/jpeg/,               { extension: 'jpg',  mime: 'image/jpeg',       mark: 'jpeg',   c2pa: 'image/jpeg' }],
  [/^image\/(vnd\.mozilla\.)?apng/, { extension: 'png', mime: 'image/apng',     mark: 'png',    c2pa: 'image/png' }],
  [/^image\/png/,                { extension: 'png',  mime: 'image/png',        mark: 'png',    c2pa: 'image/png' }],
  [/^image\/gif/,                { extension: 'gif',  mime: 'image/gif',        mark: 'gif',    c2pa: 'image/gif' }],
  [/^image\/webp/,               { extension: 'webp', mime: 'image/webp',       mark: 'webp',   c2pa: 'image/webp' }],
  [/^image\/avif/,               { extension: 'avif', mime: 'image/avif',                       c2pa: 'image/avif' }],
  [/^image\/tiff/,               { extension: 'tif',  mime: 'image/tiff',                       c2pa: 'image/tiff' }],
  [/^video\/(mp4|x-m4v|x-f4v|x-flv)/, { extension: 'mp4', mime: 'video/mp4',    mark: 'ffmpeg', c2pa: 'video/mp4' }],
  [/^video\/quicktime/,          { extension: 'mov',  mime: 'video/quicktime',  mark: 'ffmpeg', c2pa: 'video/quicktime' }],
  [/^video\/3gpp2/,              { extension: '3g2',  mime: 'video/3gpp2',      mark: 'ffmpeg' }],
  [/^video\/3gpp/,               { extension: '3gp',  mime: 'video/3gpp',       mark: 'ffmpeg' }],
  [/^video\/mp2t/,               { extension: 'mts',  mime: 'video/mp2t' }],
  [/^video\/(x-)?matroska/,      { extension: 'mkv',  mime: 'video/matroska',   mark: 'ffmpeg' }],
  [/^video\/webm/,               { extension: 'webm', mime: 'video/webm',       mark: 'ffmpeg' }],
  [/^audio\/(x-m4a|mp4)/,        { extension: 'm4a',  mime: 'audio/mp4',        mark: 'ffmpeg', c2pa: 'audio/mp4' }],
  [/^audio\/mpeg/,               { extension: 'mp3',  mime: 'audio/mpeg',       mark: 'ffmpeg', c2pa: 'audio/mpeg' }],
  [/^audio\/(x-)?flac/,          { extension: 'flac', mime: 'audio/flac',       mark: 'ffmpeg', c2pa: 'audio/flac' }],
  [/^audio\/(x-)?wav|vnd\.wave/, { extension: 'wav',  mime: 'audio/wav',        mark: 'ffmpeg', c2pa: 'audio/wav' }],
  [/^audio\/aiff/,               { extension: 'aif',  mime: 'audio/aiff',       mark: 'ffmpeg' }],
  [/^audio\/aac/,                { extension: 'aac',  mime: 'audio/aac' }],
  [/^audio\/ogg/,                { extension: 'ogg',  mime: 'audio/ogg',        mark: 'ffmpeg' }],
]
const UNKNOWN: Format = { extension: 'bin', mime: 'application/octet-stream' }

/** Returns the format of a file by the media type that its bytes show. */
export const formatOf = (mime: string): Format =>
  FORMATS.find(([found]) => found.test(mime))?.[1] ?? UNKNOWN
