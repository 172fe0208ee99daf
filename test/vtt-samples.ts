import type { VttFault } from '#src/media/packaging/webvtt.shared.ts'

interface UnusualVtt {
  why: string
  language: string
  text: string
  cues: number
  /** The text of the first cue, as the file has it. */
  first: string
}

/** Unusual files that are valid by the standard (W3C WebVTT). */
// oxfmt-ignore
export const unusualVtts: UnusualVtt[] = [
  { why: 'a byte order mark and Windows’ line ends', language: 'ja', cues: 2, first: '根室行き、\n最終列車です。',
    text: '\u{feff}WEBVTT\r\n\r\n00:00.000 --> 00:02.000\r\n根室行き、\r\n最終列車です。\r\n\r\n00:02.000 --> 00:03.000\r\n発車します。\r\n' },
  { why: 'line ends of old Macs, and no last one', language: 'en', cues: 2, first: 'Mind the gap.',
    text: 'WEBVTT\r\r00:00.000 --> 00:01.000\rMind the gap.\r\r00:01.000 --> 00:02.000\rDoors close.' },
  { why: 'words and lines after WEBVTT', language: 'de', cues: 1, first: 'Es schneit.',
    text: 'WEBVTT\tKind: captions; made by hand\nLanguage: de\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:00.000 --> 00:03.000\nEs schneit.\n' },
  { why: 'notes between, before and after', language: 'fr', cues: 2, first: 'La mer.',
    text: 'WEBVTT\n\nNOTE\nTwo lines\nof it\n\n00:00.000 --> 00:01.500\nLa mer.\n\nNOTE one\n\n00:01.500 --> 00:03.000\nLe port.\n\nNOTE the end' },
  { why: 'styles and regions', language: 'es', cues: 2, first: 'El <c.loud>mar</c>.',
    text: 'WEBVTT\n\nSTYLE\n::cue { color: #ffe }\n::cue(.loud) { font-weight: bold }\n\nREGION\nid:top\nwidth:40%\nlines:2\nregionanchor:0%,0%\nviewportanchor:10%,10%\nscroll:up\n\n00:00.000 --> 00:01.000 region:top\nEl <c.loud>mar</c>.\n\n00:01.000 --> 00:03.000 region:top\nEl puerto.\n' },
  { why: 'every setting there is', language: 'zh-Hant', cues: 3, first: '直書',
    text: 'WEBVTT\n\n00:00.000 --> 00:01.000 vertical:rl line:0 position:5%,line-left size:50.5% align:start\n直書\n\n00:01.000\t-->\t00:02.000\tline:-1\talign:right\n右\n\n00:02.000 --> 00:03.000  line:100%,end position:100%,line-right \n下\n' },
  { why: 'identifiers of any kind', language: 'it', cues: 3, first: 'Uno',
    text: 'WEBVTT\n\n1\n00:00.000 --> 00:01.000\nUno\n\nscena seconda, 12:00\n00:01.000 --> 00:02.000\nDue\n\nNOTEVOLE\n00:02.000 --> 00:03.000\nTre\n' },
  { why: 'more than ninety-nine hours, and more than two empty lines', language: 'ko', cues: 2, first: '겨울',
    text: 'WEBVTT\n\n\n\n00:00:00.000 --> 100:00:00.000\n겨울\n\n\n\n00:00:01.000 --> 1234:59:59.999\n봄\n\n\n' },
  { why: 'ruby, voices, classes and times within', language: 'pt-BR', cues: 2, first: '<v Kenji><ruby>根室<rt>ねむろ</rt></ruby> &amp; <i.far>o mar</i></v>',
    text: 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Kenji><ruby>根室<rt>ねむろ</rt></ruby> &amp; <i.far>o mar</i></v>\n\n00:02.000 --> 00:03.000\n<lang en><b>One</b> <00:00:02.500><u>two</u></lang>\n' },
  { why: 'signs that are written as codes', language: 'nl', cues: 2, first: 'Ik &lt;3 &lt;b&gt; <3 & &amp; &amp;lt;',
    text: 'WEBVTT\n\n00:00.000 --> 00:02.000\nIk &lt;3 &lt;b&gt; <3 & &amp; &amp;lt;\n\n00:02.000 --> 00:03.000\n<i>Jij &lt;3</i> mij &amp; ons\n' },
  { why: 'Arabic from right to left, an empty cue and three at once', language: 'ar', cues: 4, first: '\u{200f}«البحر» 2026!',
    text: 'WEBVTT\n\n00:00.000 --> 00:03.000 align:end\n\u{200f}«البحر» 2026!\n\n00:00.000 --> 00:02.000\n- نعم\n- لا\n\n00:00.000 --> 00:02.500\n\n00:01.000 --> 00:03.000\nالميناء\n' },
]

const CUE = '00:01.000 --> 00:02.500'
type Line = [why: string, text: string, reason: VttFault['reason'], line: number]

/** Invalid files, with the reason and the line of the fault. */
// oxfmt-ignore
export const brokenVtts: Line[] = [
  ['SubRip',                         '1\n00:00:01,000 --> 00:00:02,000\nHi\n',                       'srt', 1],
  ['no header',                      `${CUE}\nHi\n`,                                                'header', 1],
  ['a header run together',          `WEBVTTX\n\n${CUE}\nHi\n`,                                     'header', 1],
  ['a cue in the header',            `WEBVTT\n${CUE}\nHi\n`,                                        'header_gap', 2],
  ['no cues',                        'WEBVTT\n\nNOTE nothing\n',                                    'empty', 1],
  ['a comma in the time',            `WEBVTT\n\n00:01,000 --> 00:02.000\nHi\n`,                     'timing', 3],
  ['sixty-one minutes',              `WEBVTT\n\n${CUE}\nHi\n\n7\n61:01.000 --> 61:02.000\nHo\n`,    'timing', 7],
  ['words without a time',           `WEBVTT\n\n${CUE}\nHi\n\nlost\nwords\n`,                       'timing', 6],
  ['a short arrow',                  'WEBVTT\n\n00:01.000 -> 00:02.000\nHi\n',                       'timing', 3],
  ['an arrow without blanks',         'WEBVTT\n\n00:01.000-->00:02.000\nHi\n',                       'timing', 3],
  ['an end before its start',        'WEBVTT\n\n00:02.000 --> 00:01.000\nHi\n',                     'order', 3],
  ['a cue out of turn',              `WEBVTT\n\n${CUE}\nHi\n\n00:00.500 --> 00:02.000\nHo\n`,       'turn', 6],
  ['an unknown setting',             `WEBVTT\n\n${CUE} colour:red\nHi\n`,                           'setting', 3],
  ['a setting said twice',           `WEBVTT\n\n${CUE} line:1 line:2\nHi\n`,                        'setting', 3],
  ['a position beyond the picture',  `WEBVTT\n\n${CUE} position:101%\nHi\n`,                        'setting', 3],
  ['no empty line between two cues', `WEBVTT\n\n${CUE}\nHi\n00:03.000 --> 00:04.000\nHo\n`,         'arrow', 5],
  ['an arrow in a note',             `WEBVTT\n\nNOTE a\nb --> c\n\n${CUE}\nHi\n`,                   'arrow', 4],
  ['a style after a cue',            `WEBVTT\n\n${CUE}\nHi\n\nSTYLE\n::cue { color: red }\n`,       'late', 6],
  ['a NUL',                          `WEBVTT\n\n${CUE}\na\0b\n`,                                    'nul', 4],
  ['nothing but an empty line',      '\n',                                                           'empty', 1],
]
