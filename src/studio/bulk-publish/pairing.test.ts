import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf, pairFiles } from './pairing.shared.ts'

/** Pairs files with these paths and returns their names by title, and the unmatched ones. */
function paired(...paths: string[]) {
  const { titles, unmatched } = pairFiles(paths.map((path) => ({ path, type: '' })))
  return {
    titles: titles.map(({ name, asset, poster, trailer, subtitles }) => ({
      name,
      asset: asset.path,
      ...(poster && { poster: poster.path }),
      ...(trailer && { trailer: trailer.path }),
      ...(subtitles.length > 0 && {
        subtitles: subtitles.map(({ file, of }) => `${file.path} ${of} ${languageOf(file)}`),
      }),
    })),
    unmatched: unmatched.map(({ path }) => path),
  }
}

test('a film, its poster, trailer and subtitles are paired by their names', () => {
  const files = ['night-train.mp4', 'night-train.jpg', 'night-train.trailer.mp4']
  const subtitles = ['night-train.ar.vtt', 'night-train.ja.vtt', 'night-train.trailer.ja.srt']
  const one = {
    name: 'Night train',
    asset: 'night-train.mp4',
    poster: 'night-train.jpg',
    trailer: 'night-train.trailer.mp4',
    subtitles: [
      'night-train.trailer.ja.srt trailer ja',
      'night-train.ar.vtt asset ar',
      'night-train.ja.vtt asset ja',
    ],
  }
  deepEqual(paired(...files, ...subtitles), { titles: [one], unmatched: [] })
  deepEqual(paired(...subtitles.toReversed(), ...files.toReversed()), {
    titles: [one],
    unmatched: [],
  })
})

test('a picture becomes its own title if no film or song shares its name', () => {
  deepEqual(paired('b.png', 'a.mp3', 'a.webp', '10.jpg', '9.JPG').titles, [
    { name: '9', asset: '9.JPG' },
    { name: '10', asset: '10.jpg' },
    { name: 'A', asset: 'a.mp3', poster: 'a.webp' },
    { name: 'B', asset: 'b.png' },
  ])
  deepEqual(paired('fern.png', 'fern.poster.jpg').titles, [
    { name: 'Fern', asset: 'fern.png', poster: 'fern.poster.jpg' },
  ])
})

test('of two posters the one named "poster" is used and the other is unmatched', () => {
  deepEqual(paired('a.mp4', 'a.jpg', 'a-poster.png'), {
    titles: [{ name: 'A', asset: 'a.mp4', poster: 'a-poster.png' }],
    unmatched: ['a.jpg'],
  })
})

test('files are paired in their own folder first, and elsewhere only by a unique name', () => {
  const titles = paired('x/a.mp4', 'x/a.jpg', 'y/a.mp4', 'y/a.ja.vtt', 'b.mov', 'posters/b.png')
  deepEqual(titles, {
    titles: [
      { name: 'B', asset: 'b.mov', poster: 'posters/b.png' },
      { name: 'A', asset: 'x/a.mp4', poster: 'x/a.jpg' },
      { name: 'A', asset: 'y/a.mp4', subtitles: ['y/a.ja.vtt asset ja'] },
    ],
    unmatched: [],
  })
  deepEqual(paired('x/a.mp4', 'y/a.mp4', 'z/a.trailer.mp4').unmatched, ['z/a.trailer.mp4'])
  deepEqual(paired('Night train/film.mp4', 'Night train/poster.jpg', 'Night train/ja.vtt'), {
    titles: [
      {
        name: 'Film',
        asset: 'Night train/film.mp4',
        poster: 'Night train/poster.jpg',
        subtitles: ['Night train/ja.vtt asset ja'],
      },
    ],
    unmatched: [],
  })
})

test('names match regardless of case and of macOS or Windows encoding', () => {
  const [mac, windows] = ['ガラス'.normalize('NFD'), 'ガラス'.normalize('NFC')]
  deepEqual(paired(`${mac}.mp4`, `${windows}.予告編.mp4`, `${windows}.ポスター.png`).titles, [
    {
      name: windows,
      asset: `${mac}.mp4`,
      poster: `${windows}.ポスター.png`,
      trailer: `${windows}.予告編.mp4`,
    },
  ])
  deepEqual(paired('IMG_1.MP4', 'img_1.JPG').titles, [
    { name: 'IMG 1', asset: 'IMG_1.MP4', poster: 'img_1.JPG' },
  ])
})

test('files without a work are unmatched, and files of the operating system are ignored', () => {
  const orphans = ['a.trailer.mp4', 'a.poster.jpg', 'a.ja.vtt', 'read me.txt', 'noending']
  deepEqual(paired(...orphans, '.DS_Store', '__MACOSX/a.mp4', 'x/Thumbs.db', '._a.mp4'), {
    titles: [],
    unmatched: ['noending', 'read me.txt', 'a.poster.jpg', 'a.trailer.mp4', 'a.ja.vtt'],
  })
})

test('names with dots, language codes and spaces stay intact', () => {
  deepEqual(paired('01 - Vol. 2.flac', '01 - Vol. 2.jpg', 'trailer park.mp4').titles, [
    { name: '01 - Vol. 2', asset: '01 - Vol. 2.flac', poster: '01 - Vol. 2.jpg' },
    { name: 'Trailer park', asset: 'trailer park.mp4' },
  ])
})
