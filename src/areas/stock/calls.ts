import type { MoveOf } from '#domain/machine.ts';
import type { usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { usedList } from '#site/messages/it/stock.ts';
import { toast } from '#site/ui/toast.ts';

export type UsedMove = MoveOf<typeof usedCarMachine>;
/** Why, where a move asks for it. */
export interface Chosen {
  reason: string;
  note: string;
}

/** A list asks why before one of its rows moves. */
export interface AskedWhy {
  what: 'why';
  title: string;
  verb: string;
  reasons: Readonly<Record<string, string>>;
  noteFor: readonly string[];
  run: (why: Chosen) => unknown;
}

/** Makes a move of the machine over the version that was seen. */
export const move = (
  name: UsedMove,
  { id, version }: { id: number; version: number },
  why?: Chosen,
): Promise<UsedCar> => {
  const path = `POST /stock/used/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(why && { body: why }) } as CallInput<
    typeof path
  >) as Promise<UsedCar>;
};

/** Moves the chosen cars that it fits, one after the other, and says what keeps some of them from it. */
export async function moveAll<R extends { code: string }>(
  rows: readonly R[],
  step: (row: R) => Promise<unknown>,
  again: () => void,
): Promise<void> {
  const refused: string[] = [];
  for (const row of rows)
    await step(row).catch((error: Error) => {
      refused.push(`${row.code}: ${error.message}`);
    });
  const said = { n: rows.length - refused.length, kept: refused.length, why: refused[0] ?? '' };
  void toast(t(refused.length ? usedList.arrivedBut : usedList.arrived, said), { kind: refused.length ? 'bad' : 'ok' });
  again();
}
