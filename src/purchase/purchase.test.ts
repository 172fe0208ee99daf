import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { said, ten, world } from '../../test/world.ts'
import { title } from '../../test/titles.ts'
import { getSerial } from '../serial/serial.shape.ts'
import { purchaseForFree } from './purchase.shape.ts'

test('SL-02 ten people reach for one copy from balance and one gets it', async (t) => {
  const here = await world(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await title(here, mika, { copies: 10, price: 1_000 })
  const people = await Promise.all(ten((i) => here.person(`P${i}`, { balance: 1_500 })))

  const answers = await Promise.all(people.map((p) => p.call(purchaseForFree, film.order(7, 1_000))))

  deepEqual(said(answers), { done: 1, another_user_purchasing: 9 })
  equal(await mika.balance(), 900)
  const serial = await here.call(getSerial, { id: film.kid, number: 7 })
  equal(serial.owner_username, people[answers.findIndex((a) => !a.error)]!.name)
})
