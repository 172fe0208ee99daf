import { mediaTypeOf } from '#src/platform/pictures/media.shared.ts'
import { languageFromName } from '#src/studio/publish/subtitles.shared.ts'

/** A file as it was chosen or dropped. */
export interface Named {
  /** Below the folder that was dropped, with `/`. */
  path: string
  /** MIME, as the browser says it; it may be empty. */
  type: string
}

export interface FoundSubtitles<F> {
  file: F
  of: 'asset' | 'trailer'
}

/** A title that files make up by their names. */
export interface FoundTitle<F> {
  /** What the work's file name says, made readable. */
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
  /** What it says to be beside a work; undefined where it may be one itself. */
  part: 'poster' | 'trailer' | undefined
  folder: string
  /** Its name without what says part, language and type, as names are compared. */
  base: string
}

const NOT_MEANT = /(^|\/)(\.|__MACOSX\/|(Thumbs\.db|desktop\.ini)$)/i // what systems leave in folders
const POSTER = /(^|[._ -])(poster|cover|ポスター|ジャケット)$/i
const TRAILER = /(^|[._ -])(trailer|teaser|予告編?)$/i
const LANGUAGE = /(^|[._-])[a-z]{2,3}(-[A-Za-z]{2,4})?$/

/** What goes for one name: Mac writes ガ as two letters, and cameras write in capitals. */
export const sameName = (name: string) => name.normalize('NFC').toLowerCase().trim()

export const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * Puts files together to titles by their names: `night-train.mp4` with `night-train.jpg` or
 * `night-train.poster.jpg`, `night-train.trailer.mp4` and `night-train.ja.vtt`; they are looked for in
 * the same folder first. `left` belongs to no work, or its place was taken.
 */
export function pairFiles<F extends Named>(files: readonly F[]) {
  const order = new Intl.Collator('en', { numeric: true })
  const meant = files
    .filter(({ path }) => !NOT_MEANT.test(path))
    .toSorted((a, b) => order.compare(a.path, b.path))
  const known = meant.map(factsOf)
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
  const left = meant.filter((_, i) => known[i] === undefined)
  const beside = all.filter((facts) => !titles.has(facts))
  for (const facts of beside.toSorted((a, b) => Number(!a.part) - Number(!b.part))) {
    const owner = ownerOf(facts, works)
    if (!owner || !join(titles.get(owner)!, facts)) left.push(facts.file)
  }
  return { titles: [...titles.values()], left }
}

/** Gives a file its place at a title; false where another has it. */
function join<F extends Named>(title: FoundTitle<F>, { file, kind, part }: Facts<F>): boolean {
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
 * The work of that name beside it, else the only one of that name anywhere; without a name of its
 * own, the only work beside it.
 */
function ownerOf<F>({ folder, base }: Facts<F>, works: readonly Facts<F>[]): Facts<F> | undefined {
  const beside = works.filter((work) => work.folder === folder)
  if (base === '') return beside.length === 1 ? beside[0] : undefined
  const there = beside.find((work) => work.base === base)
  const anywhere = works.filter((work) => work.base === base)
  return there ?? (anywhere.length === 1 ? anywhere[0] : undefined)
}

function factsOf<F extends Named>(file: F): Facts<F> | undefined {
  const kind = kindOf(file)
  if (!kind) return undefined
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
  const stem = stemOf(file).normalize('NFC')
  const bare = kind === 'subtitles' && languageOf(file) ? stem.replace(LANGUAGE, '') : stem
  const ending = kind === 'image' ? POSTER : TRAILER
  const part = ending.test(bare) ? (kind === 'image' ? 'poster' : 'trailer') : undefined
  return { file, kind, part, folder, base: sameName(bare.replace(ending, '')) }
}

function kindOf({ path, type }: Named): Kind | undefined {
  if (/\.(vtt|srt)$/i.test(path)) return 'subtitles'
  const { asset_type } = mediaTypeOf(type, path)
  if (asset_type === 'unknown') return undefined
  return asset_type === 'image' ? 'image' : 'moving'
}

const stemOf = ({ path }: Named) => fileNameOf(path).replace(/\.[^.]*$/, '')

/** As its name says, if it does; `ja.vtt` alone says it too. */
export const languageOf = ({ path }: Pick<Named, 'path'>) =>
  languageFromName(`.${fileNameOf(path)}`)

/** `night_train-2.mp4` is "Night train 2"; a name with spaces is left as it is. */
function nameOf(file: Named): string {
  const stem = stemOf(file).normalize('NFC').trim()
  const words = stem.includes(' ') ? stem : stem.replaceAll(/[_-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
