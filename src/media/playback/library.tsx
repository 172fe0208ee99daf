/**
 * Loads Shaka Player, once. Its types declare a default export, but the module exports the
 * namespace itself. The build for browsers of today is an eighth smaller than the default one.
 */
export async function loadLibrary() {
  const { default: shaka } = await import('shaka-player/dist/shaka-player.compiled-es2021.js')
  return shaka as unknown as (typeof shaka)['default']
}

export type Library = Awaited<ReturnType<typeof loadLibrary>>
export type ShakaPlayer = InstanceType<Library['Player']>
