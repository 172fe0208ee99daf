import { cassetteGarden, machineEnka, vendingMachine } from './songs-machine.ts'
import { hush, nocturnes, rainLedger, tideTables, twoKotos } from './songs-played.ts'
import type { Take } from './sound.ts'

/** Every song by the name of its sleeve. */
export const songs: Record<string, () => Take> = {
  tide: tideTables,
  piano: nocturnes,
  enka: machineEnka,
  hush,
  cassette: cassetteGarden,
  ledger: rainLedger,
  vending: vendingMachine,
  kotos: twoKotos,
}
