import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { ten } from '../../test/test-app.ts'
import { openCircuit } from './circuit.ts'

const BEGIN = new Date('2030-01-01T00:00:00Z')
const at = (seconds: number) => addSeconds(BEGIN, seconds)

/** A server that is up or down, says no, or waits for its answer, and counts who asked it. */
function server() {
  const state = { is: 'up' as 'up' | 'down' | 'unwilling', asked: 0 }
  const circuit = openCircuit(
    (error) => (error as Error).message === 'down',
    () => new Error('resting'),
  )
  const held: (() => void)[] = []
  const answer = () => {
    state.asked++
    if (state.is === 'up') return Promise.resolve('yes')
    return Promise.reject(new Error(state.is))
  }
  const ask = (seconds: number, how: () => Promise<string> = answer) =>
    circuit.run(at(seconds), how).catch((error: Error) => error.message)
  const slowly = () =>
    new Promise<void>((resolve) => {
      held.push(resolve)
    }).then(answer)
  const letGo = () => held.splice(0).forEach((go) => go())
  return { state, circuit, ask, slowly, letGo }
}

test('after three failures in a row nobody is asked for 30 seconds, and each is told how long', async () => {
  const { state, circuit, ask } = server()
  state.is = 'down'
  deepEqual([await ask(0), await ask(1)], ['down', 'down'])
  equal(circuit.secondsToRest(at(1)), 0)
  equal(await ask(2), 'down')
  deepEqual(await Promise.all(ten(() => ask(3))), Array<string>(10).fill('resting'))
  equal(state.asked, 3)
  equal(circuit.secondsToRest(at(12)), 20)
})

test('then one asks for all: its failure rests again, its answer opens for everybody', async () => {
  const { state, ask, slowly, letGo, circuit } = server()
  state.is = 'down'
  for (const second of [0, 1, 2]) await ask(second)
  const again = ten(() => ask(40, slowly))
  equal(circuit.secondsToRest(at(40)), 1) // somebody is trying
  letGo()
  deepEqual((await Promise.all(again)).toSorted(), ['down', ...Array<string>(9).fill('resting')])
  equal(state.asked, 4)
  equal(await ask(60), 'resting')
  state.is = 'up'
  equal(await ask(80), 'yes')
  deepEqual(await Promise.all(ten(() => ask(81))), Array<string>(10).fill('yes'))
})

test('failures with an answer between them, and a server that says no, are no reason to rest', async () => {
  const { state, ask } = server()
  for (const is of ['down', 'down', 'up', 'down', 'down', 'unwilling', 'down', 'down'] as const) {
    state.is = is
    await ask(0)
  }
  equal(state.asked, 8)
})

test('an answer to somebody who asked before opens for everybody as well', async () => {
  const { state, ask, slowly, letGo } = server()
  const early = ask(0, slowly)
  state.is = 'down'
  for (const second of [0, 1, 2]) await ask(second)
  equal(await ask(3), 'resting')
  state.is = 'up'
  letGo()
  equal(await early, 'yes')
  equal(await ask(3), 'yes')
})
