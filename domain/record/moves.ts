import { z } from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';
import type { Fields, Values } from './fields.ts';
import { savedSections, sectionFields, type SavedSection, type Sectioned } from './locks.ts';
import { movesOf, saysWhy, type Machine, type Move, type MoveOf, type SecondOf } from './machine.ts';
import { noteField } from './own-reasons.ts';
import { anyOf } from './rights.ts';
import { schemaOf } from './schema.ts';

export interface Why {
  reason: string;
  note?: string | undefined;
}
/** The same where none need be given. */
export type Noted = { [K in keyof Why]?: string | null | undefined };
/** The body of a move: reason and note, and whatever else its call takes. */
export type Sent = Noted & { [key: string]: unknown };

type Asking<R extends z.ZodType> = { body: z.ZodObject<{ reason: R; note: z.ZodOptional<z.ZodString> }> };
type Taking<A, F> = A extends { body: z.ZodType<infer B> }
  ? { body: z.ZodType<B & Values<F>> }
  : { body: z.ZodType<Values<F>> };
/** The second person needs no reason: the first one's applies. */
type Reason<T, R extends z.ZodType> = T extends { second: object } ? Asking<z.ZodOptional<R>> : Asking<R>;
type MoveBody<T> = T extends { takes: infer F } ? Taking<Because<T>, F> : Because<T>;
type Because<T> = T extends { reasons: infer R }
  ? Reason<T, z.ZodEnum<{ [K in keyof R & string]: K }>>
  : T extends { ownReasons: true }
    ? Reason<T, z.ZodString>
    : unknown;

interface Row<A extends z.ZodType> {
  summary: string;
  privileges: readonly number[];
  answer: A;
  versioned: true;
}

/**
 * One row for each move that a person makes: `POST /quotes/:id/issue`; for one that needs a second person also the row
 * that takes the own request back: `DELETE /deals/:id/cancel`.
 */
export type MoveRows<M extends Machine, A extends z.ZodType> = {
  [K in MoveOf<M> as `POST ${M['path']}/:id/${K}`]: Endpoint<Row<A> & MoveBody<M['moves'][K]>>;
} & {
  [K in SecondOf<M> as `DELETE ${M['path']}/:id/${K}`]: Endpoint<Row<A>>;
};

const CHOOSE = 'Scegliere il motivo';
/** The checks of what a move takes; what may stay open need not be sent. */
const takenOf = (takes: Fields) =>
  Object.fromEntries(
    Object.entries<z.ZodType>(schemaOf(takes).shape).map(([key, check]) => [
      key,
      takes[key]!.nullable
        ? check.default(null)
        : takes[key]!.kind === 'flag' && !takes[key]!.required
          ? check.default(false)
          : check,
    ]),
  );
const asked = ({ reasons, noteFor = [], ownReasons, second, takes }: Move) => {
  if (!reasons && !ownReasons) return takes ? { body: z.object(takenOf(takes)) } : {};
  // Reasons of the company's own list are checked in the database.
  const chosen: z.ZodType<string> = reasons
    ? z.enum(Object.keys(reasons), CHOOSE)
    : z.string().min(1, CHOOSE).max(40, CHOOSE);
  const reason: z.ZodType<string | undefined> = second ? chosen.optional() : chosen;
  const note = schemaOf({ note: noteField }).shape.note.optional();
  const body = z
    .object({ ...(takes && takenOf(takes)), reason, note })
    .refine((why) => saysWhy(why.note) || !noteFor.includes(why.reason ?? ''), {
      message: 'Scrivere il motivo',
      path: ['note'],
    });
  return { body };
};

/**
 * The calls of a machine's moves: who may make them, a body where a reason is required, and always If-Match, because a
 * state may only change as the caller saw it. `summaries` are for the reference page, in English.
 */
export const moveEndpoints = <M extends Machine, A extends z.ZodType>(
  machine: M,
  answer: A,
  summaries: Record<MoveOf<M>, string>,
): MoveRows<M, A> =>
  Object.fromEntries(
    movesOf(machine).flatMap((name) => {
      const move = machine.moves[name] as Move;
      const privileges = [...new Set([move.may, move.second?.may].flatMap((right) => (right ? anyOf(right) : [])))];
      // Two people must agree, so no token may make such a move: with a token one person could be both.
      const peopleOnly = Boolean(move.may.othersOnly ?? move.second);
      const shape = { summary: summaries[name], privileges, peopleOnly, answer, versioned: true, ...asked(move) };
      const path = `${machine.path}/:id/${name}`;
      const moving: [string, Endpoint] = [`POST ${path}`, endpoint(shape)];
      if (!move.second) return [moving];
      const back = {
        summary: `Take the own request back: ${name}`,
        privileges: anyOf(move.may),
        answer,
        versioned: true,
      };
      return [moving, [`DELETE ${path}`, endpoint(back)]];
    }),
  ) as MoveRows<M, A>;

/** The answer of a section's call: the section's own version, which If-Match compares, and the whole current record. */
const sectionAnswer = <A extends z.ZodType>(record: A) => z.object({ version: z.int(), section: z.string(), record });

type SectionRows<M extends Sectioned, A extends z.ZodType> = {
  [K in SavedSection<M> as `PUT ${M['path']}/:id/${K}`]: Endpoint<{
    summary: string;
    privileges: readonly number[];
    body: z.ZodType<Record<string, unknown>>;
    answer: ReturnType<typeof sectionAnswer<A>>;
    versioned: true;
  }>;
};

/**
 * A call for each section, `PUT /contracts/:id/general`: a resource of its own, so that If-Match holds the section's
 * version.
 */
export const sectionEndpoints = <M extends Sectioned, A extends z.ZodType>(machine: M, answer: A): SectionRows<M, A> =>
  Object.fromEntries(
    savedSections(machine).map((section) => {
      const summary: string = `Change one section: ${section}`;
      const body: z.ZodType<Record<string, unknown>> = schemaOf(sectionFields(machine, section));
      const privileges = anyOf(machine.acts.save.may);
      const row = endpoint({ summary, privileges, body, answer: sectionAnswer(answer), versioned: true });
      return [`PUT ${machine.path}/:id/${section}`, row];
    }),
  ) as SectionRows<M, A>;
