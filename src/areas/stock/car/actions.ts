import type { Move } from '#domain/machine.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { call, CallError } from '#site/lib/call.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { toast } from '#site/ui/toast.ts';
import { move, type Chosen, type UsedMove } from '../calls.ts';
import type { CarStore } from './store.ts';

/** What a dialog of the head is about. */
export type Asked = 'reserve' | 'sellByHand' | 'unsellByHand' | UsedMove;

/** What is done with the whole car: what was typed is saved first. */
export function createActions({ $car, autosave, adopt }: CarStore) {
  let running = false;
  async function attempt(work: () => Promise<UsedCar>, done: string): Promise<void> {
    if (running) return;
    running = true;
    try {
      if (autosave.unsaved() && !(await autosave.flush())) return;
      adopt(await work());
      void toast(done, { kind: 'ok' });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status === 412 && error.body.current) adopt(error.body.current as UsedCar);
      void toast(error.message, { kind: 'bad' });
    } finally {
      running = false;
    }
  }
  return {
    attempt,
    move: (name: UsedMove, why?: Chosen) =>
      attempt(() => move(name, $car.get()!, why), (usedCarMachine.moves[name] as Move).done),
    release: () =>
      attempt(() => call('POST /stock/used/:id/release', { params: { id: $car.get()!.id } }), words.released),
  };
}
export type Actions = ReturnType<typeof createActions>;
