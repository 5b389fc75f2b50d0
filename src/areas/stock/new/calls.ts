import type { MoveOf } from '#domain/machine.ts';
import type { newCarMachine } from '#domain/stock/new/rules.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import type { Chosen } from '../calls.ts';

export type NewMove = MoveOf<typeof newCarMachine>;

/** Acts that ask for more in a dialog. */
export const asking = ['sellByHand', 'turn', 'unsellByHand'] as const;
/** What a dialog of the head is about. */
export type Asked = 'reserve' | (typeof asking)[number] | NewMove;

/** Makes a move of the machine over the version that was seen. */
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

/** The builder of a quote for this very car. */
export const quoteOf = ({
  makerId,
  modelId,
  versionId,
  id,
}: Record<'makerId' | 'modelId' | 'versionId' | 'id', number>) =>
  `/quotation/new/${makerId}/${modelId}/${versionId}?car=${id}`;
