import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { readGroups, readTitles, titleOf } from './campaign-words.shared.ts'

const KID = '39918921-9c6a-455d-bb72-fdb16742504e'
const GROUP = 'Zk3xv9Qm1n_Yy2-Wb7cD4e'

test('RT-34 links to titles and groups are read line by line, each once', () => {
  const typed = `https://renban.example/asset/${KID}?no=7\n\n  ${KID}  `
  deepEqual(readTitles(typed), { ids: [KID], wrong: undefined })
  deepEqual(readGroups(`/group/${GROUP}\n${GROUP}`), { ids: [GROUP], wrong: undefined })
  deepEqual(readTitles(''), { ids: [], wrong: undefined })
  equal(readTitles(`${KID}\nno link`).wrong, 2)
  equal(readGroups(`/asset/${KID}`).wrong, 1)
})

test('RT-34 a campaign is named in the reader’s language, else in one that it has', () => {
  const words = { ja: { title: '夏', body: '' }, fr: { title: 'Été', body: '' } }
  equal(titleOf({ words }, 'fr'), 'Été')
  equal(titleOf({ words }, 'de'), '夏')
  equal(titleOf({ words: { fr: words.fr } }, 'de'), 'Été')
})
