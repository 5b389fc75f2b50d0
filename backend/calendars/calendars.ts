/** The calendars of a company: of people, test-drive cars, bays, locations. */
import { sql } from 'kysely';
import { calendarFields } from '#domain/calendars/fields.ts';
import type { CalendarRecord } from '#domain/calendars/schema.ts';
import { OWN } from '../db/tenant.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Query } from '../lib/records/list.ts';
import { isArchived, orderOf, selectOf, type Records } from '../lib/records/records.ts';
import { writeWords } from '../lib/records/search.ts';
import { whereabouts } from '../lib/people/whereabouts.ts';
import { tellClosed } from './closed.ts';

interface Filters extends Query {
  archived?: 'true' | 'false' | undefined;
}

export const calendarRecords: Records<CalendarRecord, Filters> = {
  table: 'calendars',
  entity: 'calendar',
  noun: 'il calendario',
  file: 'calendari',
  fields: calendarFields,
  select: selectOf(
    'calendars',
    calendarFields,
    sql`, (select u.name from users u where u.company_id = ${OWN} and u.id = r.user_id) as person,
      (select l.name from locations l where l.company_id = ${OWN} and l.id = r.location_id) as location`,
  ),
  order: orderOf(calendarFields),
  sort: { sort: 'name', dir: 'asc' },
  where: (_, { archived }) => [isArchived(archived)],
  written: tellClosed,
};

/** The calendar of the caller. */
export const ownCalendar = (ctx: Ctx): Promise<number> => calendarOf(ctx, ctx.user.id);

/** The calendar of a person; made the first time that it is needed. */
export async function calendarOf(ctx: Ctx, userId: number): Promise<number> {
  const { companyId } = ctx.user;
  const find = () =>
    ctx.db
      .selectFrom('calendars')
      .select('id')
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  const { name } = await ctx.db
    .selectFrom('users')
    .select('name')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const made = await ctx.db
    .insertInto('calendars')
    .values({ companyId, userId, name, kind: 'seller', createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((on) => on.columns(['companyId', 'userId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return (await find())!.id;
  await writeWords(ctx, 'calendars', [made.id]);
  ctx.audit({ action: 'create', entity: calendarRecords.entity, entityId: made.id, after: { name } });
  return made.id;
}

/** The place of the first of these calendars that has one. */
export async function placeOf(ctx: Ctx, ids: readonly number[]) {
  if (ids.length === 0) return null;
  const row = await ctx.db
    .selectFrom('calendars')
    .select('locationId')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', 'in', ids)
    .where('locationId', 'is not', null)
    .orderBy('id')
    .executeTakeFirst();
  return whereabouts(ctx, row?.locationId ?? null);
}
