/**
 * Returns the value of a `Content-Disposition` header (RFC 6266) that saves a body as a file of this name,
 * without the characters that part folders.
 */
export const attachment = (name: string) =>
  `attachment; filename*=UTF-8''${encoded(name.replaceAll(/[/\\:*?"<>|]/g, '_'))}`

/** Encodes a parameter of a header (RFC 8187, section 3.2). */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
