import type { MoveOf } from '#domain/record/machine.ts';
import type { newCarMachine } from '#domain/stock/new/rules.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import type { usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { call, type CallInput } from '#site/lib/call.ts';

export type UsedMove = MoveOf<typeof usedCarMachine>;
/** The reason, for a move that asks for one. */
export interface Chosen {
  reason: string;
  note: string;
}

/** A list that asks for the reason before it moves one of its rows. */
export interface AskedWhy {
  what: 'why';
  title: string;
  verb: string;
  reasons: Readonly<Record<string, string>>;
  noteFor: readonly string[];
  run: (why: Chosen) => unknown;
}

/** Makes a move of the used-car machine, provided that the car still has the version on the screen. */
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

export type NewMove = MoveOf<typeof newCarMachine>;

/** Makes a move of the new-car machine, in the same way. */
export const moveNew = (
  name: NewMove,
  { id, version }: { id: number; version: number },
  why?: Chosen,
): Promise<NewCar> => {
  const path = `POST /stock/new/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(why && { body: why }) } as CallInput<
    typeof path
  >) as Promise<NewCar>;
};

/** Address of the builder for a quote of this car. */
export const quoteOf = ({
  makerId,
  modelId,
  versionId,
  id,
}: Record<'makerId' | 'modelId' | 'versionId' | 'id', number>) =>
  `/quotation/new/${makerId}/${modelId}/${versionId}?car=${id}`;

/** What the machine of either kind reads of a car's sale and reservation. */
export const soldAndHeld = <Channel extends string>({
  sale,
  reservation,
}: Pick<UsedCar, 'reservation'> & { sale: { channel: Channel; document: string; byHand: boolean } | null }) => ({
  saleChannel: sale?.channel ?? null,
  saleDocument: sale?.document ?? '',
  soldByHand: sale?.byHand ?? false,
  reservedBy: reservation?.byId ?? null,
});
