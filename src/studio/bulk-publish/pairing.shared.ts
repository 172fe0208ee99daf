import { mediaTypeOf } from '#src/platform/pictures/media.shared.ts'
import { languageFromName } from '#src/studio/publish/subtitles.shared.ts'

/** A chosen or dropped file. */
export interface NamedFile {
  /** Path relative to the dropped folder, with `/`. */
  path: string
  /** MIME type as reported by the browser; may be empty. */
  type: string
}

export interface FoundSubtitles<F> {
  file: F
  of: 'asset' | 'trailer'
}

/** A title assembled from files by their names. */
export interface FoundTitle<F> {
  /** A readable title derived from the file name of the work. */
  name: string
  asset: F
  poster?: F
  trailer?: F
  subtitles: FoundSubtitles<F>[]
}

type Kind = 'moving' | 'image' | 'subtitles'

interface Facts<F> {
  file: F
  kind: Kind
  /** The role its name states; undefined if the file may be a work itself. */
  part: 'poster' | 'trailer' | undefined
  folder: string
  /** The normalized name without role, language and extension. */
  base: string
}

const IGNORED = /(^|\/)(\.|__MACOSX\/|(Thumbs\.db|desktop\.ini)$)/i // files of the operating system
const POSTER = /(^|[._ -])(poster|cover|ポスター|ジャケット)$/i
const TRAILER = /(^|[._ -])(trailer|teaser|予告編?)$/i
const LANGUAGE = /(^|[._-])[a-z]{2,3}(-[A-Za-z]{2,4})?$/

/** Normalizes a name for comparison: macOS decomposes ガ into two characters, cameras use capitals. */
export const normalizeName = (name: string) => name.normalize('NFC').toLowerCase().trim()

export const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * Assembles titles from files by their names: `night-train.mp4` with `night-train.jpg` or
 * `night-train.poster.jpg`, `night-train.trailer.mp4` and `night-train.ja.vtt`. Files in the same
 * folder match first. `unmatched` holds files without a work, or whose role was already filled.
 */
export function pairFiles<F extends NamedFile>(files: readonly F[]) {
  const order = new Intl.Collator('en', { numeric: true })
  const relevant = files
    .filter(({ path }) => !IGNORED.test(path))
    .toSorted((a, b) => order.compare(a.path, b.path))
  const known = relevant.map(factsOf)
  const all = known.filter((facts) => facts !== undefined)
  const moving = all.filter(({ kind, part }) => kind === 'moving' && !part)
  const pictures = all.filter(({ kind, part }) => kind === 'image' && !part)
  const alone = pictures.filter((picture) => !ownerOf(picture, moving))
  const works = [...moving, ...alone]
  const titles = new Map<Facts<F>, FoundTitle<F>>(
    works
      .toSorted((a, b) => order.compare(a.file.path, b.file.path))
      .map((work) => [work, { name: nameOf(work.file), asset: work.file, subtitles: [] }]),
  )
  const unmatched = relevant.filter((_, i) => known[i] === undefined)
  const beside = all.filter((facts) => !titles.has(facts))
  for (const facts of beside.toSorted((a, b) => Number(!a.part) - Number(!b.part))) {
    const owner = ownerOf(facts, works)
    if (!owner || !join(titles.get(owner)!, facts)) unmatched.push(facts.file)
  }
  return { titles: [...titles.values()], unmatched }
}

/** Adds a file to a title. Returns false if the title already has a file of that role. */
function join<F extends NamedFile>(title: FoundTitle<F>, { file, kind, part }: Facts<F>): boolean {
  if (kind === 'subtitles') {
    const of = part === 'trailer' ? 'trailer' : 'asset'
    title.subtitles.push({ file, of })
    return true
  }
  const role = kind === 'image' ? 'poster' : 'trailer'
  if (title[role]) return false
  title[role] = file
  return true
}

/**
 * Finds a file's work: the one of the same name in its folder, else the only one of that name
 * anywhere. A file without a base name (`poster.jpg`) belongs to the only work in its folder.
 */
function ownerOf<F>({ folder, base }: Facts<F>, works: readonly Facts<F>[]): Facts<F> | undefined {
  const beside = works.filter((work) => work.folder === folder)
  if (base === '') return beside.length === 1 ? beside[0] : undefined
  const inFolder = beside.find((work) => work.base === base)
  const anywhere = works.filter((work) => work.base === base)
  return inFolder ?? (anywhere.length === 1 ? anywhere[0] : undefined)
}

function factsOf<F extends NamedFile>(file: F): Facts<F> | undefined {
  const kind = kindOf(file)
  if (!kind) return undefined
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
  const stem = stemOf(file).normalize('NFC')
  const bare = kind === 'subtitles' && languageOf(file) ? stem.replace(LANGUAGE, '') : stem
  const ending = kind === 'image' ? POSTER : TRAILER
  const part = ending.test(bare) ? (kind === 'image' ? 'poster' : 'trailer') : undefined
  return { file, kind, part, folder, base: normalizeName(bare.replace(ending, '')) }
}

function kindOf({ path, type }: NamedFile): Kind | undefined {
  if (/\.(vtt|srt)$/i.test(path)) return 'subtitles'
  const { asset_type } = mediaTypeOf(type, path)
  if (asset_type === 'unknown') return undefined
  return asset_type === 'image' ? 'image' : 'moving'
}

const stemOf = ({ path }: NamedFile) => fileNameOf(path).replace(/\.[^.]*$/, '')

/** Returns the language in a subtitle file's name (`film.ja.vtt` or `ja.vtt`), if there is one. */
export const languageOf = ({ path }: Pick<NamedFile, 'path'>) =>
  languageFromName(`.${fileNameOf(path)}`)

/** Derives a title: `night_train-2.mp4` becomes "Night train 2". A name with spaces stays unchanged. */
function nameOf(file: NamedFile): string {
  const stem = stemOf(file).normalize('NFC').trim()
  const words = stem.includes(' ') ? stem : stem.replaceAll(/[_-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
