import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Endpoint } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx } from './context.ts';

export interface Stored {
  status: number;
  body: unknown;
  replayed: boolean;
}

interface Keyed extends Pick<Endpoint, 'answer'> {
  key: string | undefined;
  /** Whose key it is: the user, or a number of somebody who is none of the company's users. */
  by: number;
  call: string;
  /**
   * The path includes the ids of the records: when a person's data is erased, the kept answers about that person are
   * found by it.
   */
  path: string;
  request: string;
  status: number;
}

/**
 * Runs a keyed call once per key and user. The answer is stored in the same transaction as the work. A repeated call
 * gets the stored answer; throws `conflict` while the first one still runs, `invalid` when the key comes with another
 * request. Failed calls are not stored. `call`, `path` and `request` are everything that decides the outcome; `status`
 * is that of success. `answer` is the answer's current schema: a stored answer that no longer fits it after an update
 * becomes `conflict`, because the work is already done.
 */
export async function once(
  ctx: Ctx,
  { key, by: userId, call, path, request, status, answer }: Keyed,
  work: () => Promise<unknown>,
): Promise<Stored> {
  if (key === undefined) return { status, body: await work(), replayed: false };
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Failure('invalid', 'Idempotency-Key non valida.');
  const { companyId } = ctx.user;
  const bodyHash = createHash('sha256').update(call).update('\n').update(`${path}\n${request}`).digest();

  const lock = createHash('sha256').update(`${companyId}/${userId}/${key}`).digest().readBigInt64BE().toString();
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}::bigint) as mine`.execute(
    ctx.db,
  );
  if (!rows[0]!.mine) throw new Failure('conflict', 'La richiesta è già in corso.', { retryAfter: 1 });

  const kept = await ctx.db
    .selectFrom('idempotencyKeys')
    .select(['bodyHash', 'status', 'response'])
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (kept && !kept.bodyHash.equals(bodyHash))
    throw new Failure(
      'invalid',
      'La prima richiesta era riuscita, con altri dati: controllare l’elenco prima di ripetere (Idempotency-Key già usata).',
    );
  if (kept) {
    const read = (answer instanceof z.ZodType ? answer : z.unknown()).safeParse(kept.response);
    if (read.success) return { status: kept.status!, body: read.data, replayed: true };
    throw new Failure('conflict', 'La richiesta era già riuscita, prima di un aggiornamento: controllare l’elenco.');
  }

  const body = await work();
  await ctx.db
    .insertInto('idempotencyKeys')
    .values({
      companyId,
      userId,
      key,
      call: path,
      bodyHash,
      status,
      response: sql`${JSON.stringify(body)}::jsonb`,
      createdAt: ctx.now,
    })
    .execute();
  return { status, body, replayed: false };
}
