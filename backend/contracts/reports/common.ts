/** What the reports of contracts, and of whatever hangs on them, share. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { keysOf } from '#domain/record/machine.ts';
import { placeName, userName } from '#backend/lib/records/names.ts';
import { contractFigure } from '../counted.ts';
import { contractCourse } from '../records.ts';

/** How contracts are told apart; months are the runner's. */
export const contractGroupings = {
  place: { by: sql`t.location_id`, name: placeName },
  seller: { by: sql`t.seller_id`, name: userName },
  channel: { by: sql`t.channel` },
} as const;

/** Sales that count: from a cancellation on, and from the customer's withdrawal, there is none (docs/rules.md, §15). */
export const counts = sql<SqlBool>`t.canceled_at is null and t.withdrawn_at is null`;

export const ofContracts = {
  days: contractFigure.days,
  place: sql`t.location_id`,
  owned: contractCourse.of,
} as const;

const dayNames = keysOf(ofContracts.days);
/** Something of each day of contracts, in one order: the columns of relations that hold rows of contracts beside others. */
export const eachDay = (of: (basis: (typeof dayNames)[number]) => RawBuilder<unknown>) => sql.join(dayNames.map(of));
export const contractDays = eachDay((basis) => ofContracts.days[basis]);
export const dayColumns = eachDay((basis) => sql.ref(`day_${basis}`));
/** How the rows `t` of such a relation are counted. */
export const daysOfRows = Object.fromEntries(
  dayNames.map((basis) => [basis, sql`${sql.ref(`t.day_${basis}`)}`]),
) as typeof ofContracts.days;
