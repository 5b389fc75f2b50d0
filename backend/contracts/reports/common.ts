/** What the reports of contracts, and of whatever hangs on them, share. */
import { sql } from 'kysely';
import { placeName, userName } from '#backend/lib/records/names.ts';
import { contractFigure } from '../counted.ts';
import { contractCourse } from '../records.ts';

/** How contracts are told apart; months are the runner's. */
export const contractGroupings = {
  place: { by: sql`t.location_id`, name: placeName },
  seller: { by: sql`t.seller_id`, name: userName },
  channel: { by: sql`t.channel` },
} as const;

export const ofContracts = {
  days: contractFigure.days,
  place: sql`t.location_id`,
  owned: contractCourse.of,
} as const;
