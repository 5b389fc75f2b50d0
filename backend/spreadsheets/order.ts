/** Orders the file of an export that has too many rows to be waited for. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { integer, time } from '#domain/italian.ts';
import { EXPORT_LIMIT, KEPT_DAYS, MOST_WAITING } from '#domain/spreadsheets/limits.ts';
import { Failure } from '#domain/errors.ts';
import { newKey } from '../lib/files/unnamed.ts';
import type { Ctx, Job } from '../lib/work/context.ts';

/** What the call was asked for, as the table parsed it. */
export interface OrderedCall {
  params: Record<string, number>;
  query: unknown;
}

export interface Ids {
  companyId: number;
  id: number;
}

const TOO_MANY = `Più di ${integer(EXPORT_LIMIT)} righe`;

/**
 * Orders the file for the caller, once while the same is being made. Returns what they are told instead of it: the file
 * comes by a notification.
 */
export async function order(ctx: Ctx, job: Job<Ids>, call: string, { params, query }: OrderedCall, name: string) {
  const { db, user, now } = ctx;
  const { companyId, id: userId } = user;
  const asked = JSON.stringify({ params, query });
  const key = createHash('sha256').update(`${call} ${asked}`).digest();
  const { rows: waiting } = await sql<{ key: Buffer; createdAt: string }>`select key, created_at from spreadsheets
    where company_id = ${companyId} and user_id = ${userId} and state = 'waiting' order by id`.execute(db);
  const same = waiting.find((one) => one.key.equals(key));
  const after = `Quando è pronto lo dice una notifica; resta ${KEPT_DAYS} giorni nelle impostazioni.`;
  if (same) return new Failure('invalid', `${TOO_MANY}: il file si prepara dalle ${time(same.createdAt)}. ${after}`);
  if (waiting.length >= MOST_WAITING)
    return new Failure('invalid', `${TOO_MANY}, e già ${MOST_WAITING} file si preparano: aspettare che siano pronti.`);
  const fileKey = newKey(companyId);
  const added = await db
    .insertInto('spreadsheets')
    .values({ companyId, userId, call, asked, key, name, fileKey, createdAt: now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) await ctx.enqueue(job, { companyId, id: added.id });
  return new Failure('invalid', `${TOO_MANY}: il file si prepara da solo. ${after}`);
}
