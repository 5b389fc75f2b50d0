import { createHash, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#backend/db/types.gen.ts';

export type Facts = Record<string, unknown>;

/** One change of one record. Facts are the fields as a person would name them; they never contain secrets. */
export interface AuditEvent {
  action: string;
  entity: string;
  entityId?: number | null;
  before?: Facts | undefined;
  after?: Facts | undefined;
}

/** The user and the call that made the change; a job has no user. */
export interface Actor {
  companyId: number;
  userId: number | null;
  userName: string;
  requestId: string;
  ip: string;
  now: Date;
}

/** The hash that precedes the first row of every chain. */
export const FIRST: Buffer = Buffer.alloc(32);
/** Rows that are hashed and written in one go; between two batches other requests have their turn. */
const BATCH = 50;
const secret = /password|token|hash|secret/i;

/**
 * Canonical JSON (RFC 8785): keys are sorted at every depth, because jsonb does not keep their order and the hash must
 * stay the same.
 */
const canonical = (value: unknown): string => canonicalize(value ?? null)!;

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

/** A row as the chain hashes it: everything about the event except its facts, which only their digest represents. */
export interface ChainRow {
  companyId: number;
  at: string;
  userId: number | null;
  userName: string;
  requestId: string;
  ip: string;
  action: string;
  entity: string;
  entityId: number | null;
  /** `digestOf` the facts; null when there are none. */
  digest: Buffer | null;
}

/** Hash of an audit row: SHA-256 of the previous row's hash and the canonical row. */
export function chainHash(previous: Buffer, row: ChainRow): Buffer {
  const { companyId, at, userId, userName, requestId, ip, action, entity, entityId, digest } = row;
  const who = { companyId, at: new Date(at).toISOString(), userId, userName, requestId, ip };
  const content = { ...who, action, entity, entityId, digest: digest?.toString('hex') ?? null };
  return createHash('sha256').update(previous).update(canonical(content)).digest();
}

/**
 * SHA-256 of the salt and the canonical facts. The salt keeps anybody who knows only the digest from guessing the
 * facts.
 */
export const digestOf = (salt: Buffer, facts: unknown): Buffer =>
  createHash('sha256').update(salt).update(canonical(facts)).digest();

/**
 * The next row of a chain, and the facts that are stored beside it (null: none). `salt`: 16 random bytes (fixed ones in
 * the demo data).
 */
export function sealRow(
  previous: Buffer,
  event: Omit<ChainRow, 'digest'>,
  [before, after]: readonly [object | null, object | null],
  salt = randomBytes(16),
) {
  const facts = before || after ? { salt, facts: { before, after } } : null;
  const row = { ...event, digest: facts && digestOf(salt, facts.facts) };
  return { row: { ...row, prevHash: previous, hash: chainHash(previous, row) }, facts };
}

/**
 * Appends events to the company's chain inside the caller's transaction. It locks the head of the chain until the
 * commit, which puts the company's events in one order: call it last.
 */
export async function appendAudit(trx: Transaction<DB>, actor: Actor, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { companyId, userId, userName, requestId, ip, now } = actor;
  let { hash } = (await lockHead(trx, companyId)) ?? (await firstHead(trx, companyId));
  const who = { companyId, at: now.toISOString(), userId, userName, requestId, ip };
  for (let start = 0; start < events.length; start += BATCH) {
    const batch = events.slice(start, start + BATCH).map(({ action, entity, entityId = null, before, after }) => {
      const next = sealRow(hash, { ...who, action, entity, entityId }, difference(before, after));
      ({ hash } = next.row);
      return next;
    });
    await writeRows(trx, who, batch);
  }
  await trx.updateTable('auditHeads').set({ hash }).where('companyId', '=', companyId).execute();
}

const lockHead = (trx: Transaction<DB>, companyId: number) =>
  trx.selectFrom('auditHeads').select('hash').where('companyId', '=', companyId).forUpdate().executeTakeFirst();

async function firstHead(trx: Transaction<DB>, companyId: number): Promise<{ hash: Buffer }> {
  await trx
    .insertInto('auditHeads')
    .values({ companyId, hash: FIRST })
    .onConflict((on) => on.doNothing())
    .execute();
  return (await lockHead(trx, companyId))!;
}

/** Inserts rows and their facts: one parameter for all rows, as one for every cell would block the event loop. */
async function writeRows(
  trx: Transaction<DB>,
  { companyId, at, userId, userName, requestId, ip }: Omit<ChainRow, 'action' | 'entity' | 'entityId' | 'digest'>,
  batch: readonly ReturnType<typeof sealRow>[],
): Promise<void> {
  const rows = batch.map(({ row: { action, entity, entityId, digest, prevHash, hash } }) => ({
    action,
    entity,
    entityId,
    digest: hex(digest),
    before: hex(prevHash),
    hash: hex(hash),
  }));
  const { rows: written } = await sql<{ id: number; hash: string }>`insert into audit_events
      (company_id, at, user_id, user_name, request_id, ip, action, entity, entity_id, digest, prev_hash, hash)
    select ${companyId}, ${at}::timestamptz, ${userId}, ${userName}, ${requestId}, ${ip}, p.action, p.entity, p."entityId",
      decode(p.digest, 'hex'), decode(p.before, 'hex'), decode(p.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (action text, entity text, "entityId" bigint, digest text,
      before text, hash text)
    returning id, encode(hash, 'hex') as hash`.execute(trx);
  const ids = new Map(written.map(({ id, hash }) => [hash, id]));
  const facts = batch.flatMap(({ row: { hash }, facts: of }) =>
    of ? [{ companyId, eventId: ids.get(hex(hash)!)!, salt: of.salt, facts: JSON.stringify(of.facts) }] : [],
  );
  // Nothing is returned: who enters by a door leaves facts that they may not read.
  if (facts.length > 0) await trx.insertInto('auditFacts').values(facts).execute();
}

const hex = (bytes: Buffer | null): string | null => bytes && bytes.toString('hex');
