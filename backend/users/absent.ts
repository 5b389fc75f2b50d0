/** Work of absent people that cannot wait, and who takes it over until they are back. */
import type { users as table } from '#domain/users/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import type { Absence, Legacy } from '../lib/people/legacy.ts';
import { readOne } from '../lib/records/records.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { dueOf, handOver, takeBack, workOf } from './leaving.ts';
import { users } from './users.ts';

type Table = typeof table;

/** The most absences to come of one person that are looked at: a long one is several. */
const MOST_ABSENCES = 100;

/** The absence of a person that goes on now, or the next one, with those that follow without a gap; null: there is none. */
async function absenceOf({ db, user, now }: Ctx, userId: number): Promise<Absence | null> {
  const rows = await db
    .selectFrom('calendarEvents')
    .select(['startsAt', 'endsAt'])
    .where('companyId', '=', user.companyId)
    .where('kind', '=', 'absence')
    .where('endedAs', 'is', null)
    .where('endsAt', '>', now.toISOString())
    .where((eb) => eb(eb.val(userId), '=', eb.fn.any('userIds')))
    .orderBy('startsAt')
    .limit(MOST_ABSENCES)
    .execute();
  const parts = rows.map(({ startsAt, endsAt }) => ({ from: new Date(startsAt), until: new Date(endsAt) }));
  const [first] = parts;
  if (!first) return null;
  let { until } = first;
  for (const next of parts) if (next.from <= until && next.until > until) ({ until } = next);
  return { from: first.from <= now ? null : first.from, until };
}

export const readAbsentWork =
  (legacies: readonly Legacy[]): VerbOf<Table, 'GET /users/:id/absent'> =>
  async (ctx, { params }) => {
    const { id, state, handed } = await readOne(ctx, users, params.id);
    if (state === 'blocked') return { kinds: [], handed: [] };
    const absence = await absenceOf(ctx, id);
    return { kinds: absence ? await workOf(ctx, legacies, [id], dueOf(ctx, absence), absence) : [], handed };
  };

/** Somebody who works here. Throws `conflict` for who is blocked: their work passes on as they are blocked. */
async function readColleague(ctx: Ctx, id: number) {
  const person = await readOne(ctx, users, id);
  if (person.state === 'blocked') throw new Failure('conflict', 'È bloccato: prima va sbloccato.');
  return person;
}

export const giveAbsentWork =
  (legacies: readonly Legacy[]): VerbOf<Table, 'POST /users/:id/absent'> =>
  async (ctx, { params, body: { heirs } }) => {
    const person = await readColleague(ctx, params.id);
    const absence = await absenceOf(ctx, person.id);
    if (!absence) return { handoverId: null };
    const given = await handOver(ctx, legacies, [person], heirs, { which: dueOf(ctx, absence), why: 'absence' });
    return { handoverId: given[0] ?? null };
  };

export const giveBackWork =
  (legacies: readonly Legacy[]): VerbOf<Table, 'POST /users/:id/absent/undo'> =>
  async (ctx, { params, body: { handoverId } }) => {
    const person = await readColleague(ctx, params.id);
    const handover = await ctx.db
      .selectFrom('handovers')
      .select(['id', 'undoneAt'])
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', handoverId)
      .where('personId', '=', person.id)
      .where('kind', '=', 'absence')
      .executeTakeFirst();
    if (!handover) throw new Failure('not_found');
    if (handover.undoneAt !== null) throw new Failure('conflict', 'Questo lavoro è già stato ridato.');
    await takeBack(ctx, legacies, [handover.id]);
  };
