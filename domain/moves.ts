import { z } from 'zod';
import { endpoint, type Endpoint } from './endpoint.ts';
import { movesOf, type Machine, type Move, type MoveOf } from './machine.ts';
import { anyOf } from './rights.ts';
import { lines } from './text.ts';

/** Why, where a move wants it. */
export interface Why {
  reason: string;
  note?: string | undefined;
}

type Asked<T> = T extends { reasons: infer R }
  ? {
      body: z.ZodObject<{
        reason: z.ZodEnum<{ [K in keyof R & string]: K }>;
        note: z.ZodOptional<z.ZodString>;
      }>;
    }
  : unknown;

/** One row for each move that a person makes: `POST /quotes/:id/issue`. */
export type MoveRows<M extends Machine, A extends z.ZodType> = {
  [K in MoveOf<M> as `POST ${M['path']}/:id/${K}`]: Endpoint<
    { summary: string; privileges: readonly number[]; answer: A; versioned: true } & Asked<M['moves'][K]>
  >;
};

const asked = ({ reasons, noteFor = [] }: Move) =>
  reasons && {
    body: z
      .object({
        reason: z.enum(Object.keys(reasons), 'Scegliere il motivo'),
        note: lines.max(500, 'Al massimo 500 caratteri').optional(),
      })
      .refine(({ reason, note }) => Boolean(note) || !noteFor.includes(reason), {
        message: 'Scrivere il motivo',
        path: ['note'],
      }),
  };

/**
 * The calls of a machine's moves, with who may make them, the body where a reason is wanted, and If-Match always: a state is
 * changed as it was seen. `summaries` are for the reference page, in English.
 */
export const moveEndpoints = <M extends Machine, A extends z.ZodType>(
  machine: M,
  answer: A,
  summaries: Record<MoveOf<M>, string>,
): MoveRows<M, A> =>
  Object.fromEntries(
    movesOf(machine).map((name) => {
      const move = machine.moves[name] as Move;
      const shape = { summary: summaries[name], privileges: anyOf(move.may), answer, versioned: true, ...asked(move) };
      return [`POST ${machine.path}/:id/${name}`, endpoint(shape)];
    }),
  ) as MoveRows<M, A>;
