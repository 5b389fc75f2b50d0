import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../db/types.gen.ts';

type Facts = Record<string, unknown>;

/** One change of one record. Facts are what a person would call its fields; secrets never belong to them. */
export interface AuditEvent {
  action: string;
  entity: string;
  entityId?: number | null;
  before?: Facts | undefined;
  after?: Facts | undefined;
}

/** Who did it and by which call; a job has no user. */
export interface Actor {
  companyId: number;
  userId: number | null;
  userName: string;
  requestId: string;
  ip: string;
  now: Date;
}

const FIRST = Buffer.alloc(32);
const secret = /password|token|hash|secret/i;

/** Keys sorted at every depth, so that what jsonb gives back hashes as what was written. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`;
}

/** What differs between two sets of facts: `[before, after]` with the same keys. A new or deleted record has one side only. */
function difference(before: Facts | undefined, after: Facts | undefined): [Facts | null, Facts | null] {
  const open = (facts: Facts | undefined) =>
    facts ? Object.fromEntries(Object.entries(facts).filter(([key]) => !secret.test(key))) : null;
  if (!before || !after) return [open(before), open(after)];
  const changed = Object.keys({ ...before, ...after }).filter(
    (key) => canonical(before[key]) !== canonical(after[key]),
  );
  const pick = (facts: Facts) => open(Object.fromEntries(changed.map((key) => [key, facts[key] ?? null])));
  return [pick(before), pick(after)];
}

type Row = { companyId: number; at: string; userId: number | null; userName: string; requestId: string; ip: string } & {
  action: string;
  entity: string;
  entityId: number | null;
  before: unknown;
  after: unknown;
};

/** Hash of an audit row after the one before it: SHA-256 of the previous hash and the canonical row. */
export function chainHash(previous: Buffer, row: Row): Buffer {
  const { companyId, at, userId, userName, requestId, ip, action, entity, entityId, before, after } = row;
  const content = {
    companyId,
    at: new Date(at).toISOString(),
    userId,
    userName,
    requestId,
    ip,
    action,
    entity,
    entityId,
    before,
    after,
  };
  return createHash('sha256').update(previous).update(canonical(content)).digest();
}

/**
 * Appends events to the company's chain inside the caller's transaction. The head's row lock is held until it commits, which puts
 * the company's events in one order: call it last.
 */
export async function appendAudit(trx: Transaction<DB>, actor: Actor, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { companyId, userId, userName, requestId, ip, now } = actor;
  await trx
    .insertInto('auditHeads')
    .values({ companyId, hash: FIRST })
    .onConflict((on) => on.doNothing())
    .execute();
  const head = await trx
    .selectFrom('auditHeads')
    .select('hash')
    .where('companyId', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  let { hash } = head;
  const rows = events.map(({ action, entity, entityId = null, before, after }) => {
    const [from, to] = difference(before, after);
    const row = {
      companyId,
      at: now.toISOString(),
      userId,
      userName,
      requestId,
      ip,
      action,
      entity,
      entityId,
      before: from,
      after: to,
    };
    const prevHash = hash;
    hash = chainHash(prevHash, row);
    return { ...row, before: json(from), after: json(to), prevHash, hash };
  });
  for (let start = 0; start < rows.length; start += 500)
    await trx
      .insertInto('auditEvents')
      .values(rows.slice(start, start + 500))
      .execute();
  await trx.updateTable('auditHeads').set({ hash }).where('companyId', '=', companyId).execute();
}

const json = (facts: Facts | null) => (facts === null ? null : sql`${JSON.stringify(facts)}::jsonb`);

/** Id of the first row of the company whose hash does not follow from the one before it; null when the whole chain holds. */
export async function firstBrokenAudit(trx: Transaction<DB>, companyId: number): Promise<number | null> {
  const rows = await trx
    .selectFrom('auditEvents')
    .selectAll()
    .where('companyId', '=', companyId)
    .orderBy('id')
    .execute();
  let previous: Buffer = FIRST;
  for (const row of rows) {
    if (!row.prevHash.equals(previous) || !row.hash.equals(chainHash(previous, row))) return row.id;
    previous = row.hash;
  }
  const head = await trx.selectFrom('auditHeads').select('hash').where('companyId', '=', companyId).executeTakeFirst();
  return head && !head.hash.equals(previous) ? (rows.at(-1)?.id ?? 0) : null;
}
