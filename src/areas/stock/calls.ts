import type { MoveOf } from '#domain/machine.ts';
import type { usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { call, type CallInput } from '#site/lib/call.ts';

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
