import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import canonicalize from 'canonicalize';
import { beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '#backend/db/migrate.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';

const { ownerUrl, db } = await testDatabase({ empty: true });
const { sessionSecret } = inject('cluster');
const dump = join(import.meta.dirname, 'upgrades/2026-11-20.sql.br');
/** More than one batch of the migration. */
const MANY = 6000;

const rows = (text: string, values?: unknown[]) => asOwner(ownerUrl, text, values);
const verified = (companyId: number) =>
  withTenant(db, { companyId, userId: null }, (trx) => verifyAudit(trx, companyId));
const kept = (table: string, before: string, after: string) =>
  rows(`select md5(string_agg(concat(${before}, ${after}), '|' order by e.id)) as sum, count(*)::int as count
    from ${table} where e.company_id = 21 and e.entity_id is not null`);

/** Rows as they were chained until this migration: with their facts inside. */
async function addOldRows(companyId: number) {
  const [head] = await rows('select hash from audit_heads where company_id = $1', [companyId]);
  let hash = head!.hash as Buffer;
  const at = new Date('2026-11-19T10:00:00Z').toISOString();
  const added = Array.from({ length: MANY }, (_, index) => {
    const after = index % 3 === 0 ? null : { città: `n. ${index}`, b: [index, 1.5], a: null };
    const row = { companyId, at, userId: null, userName: 'Prova', requestId: '', ip: '' };
    const content = { ...row, action: 'update', entity: 'prova', entityId: index, before: null, after };
    const previous = hash;
    hash = createHash('sha256').update(previous).update(canonicalize(content)!).digest();
    return { after, entity_id: index, prev_hash: `\\x${previous.toString('hex')}`, hash: `\\x${hash.toString('hex')}` };
  });
  await rows(
    `insert into audit_events (company_id, at, user_name, action, entity, entity_id, after, prev_hash, hash)
     select $1, '${at}', 'Prova', 'update', 'prova', entity_id, nullif(after, 'null'), prev_hash, hash
     from json_to_recordset($2::json) as r (after jsonb, entity_id int, prev_hash bytea, hash bytea)`,
    [companyId, JSON.stringify(added)],
  );
  await rows('update audit_heads set hash = $2 where company_id = $1', [companyId, hash]);
}

let before: Record<string, unknown>[];
let altered: number;

beforeAll(async () => {
  await asOwner(ownerUrl, brotliDecompressSync(readFileSync(dump)).toString());
  await addOldRows(21);
  before = await kept('audit_events e', 'e.before', 'e.after');
  const [row] = await rows(
    'select id from audit_events where company_id = 22 and after is not null order by id offset 5',
  );
  altered = Number(row!.id);
  await rows(`update audit_events set after = after || '{"altered": 1}' where id = $1`, [altered]);
  await migrate(ownerUrl, { sessionSecret });
});

test('a chain that held holds, with every fact as it was', async () => {
  expect(before[0]!.count).toBeGreaterThan(MANY);
  expect(await verified(21)).toEqual({ broken: null, erased: 0 });
  const facts = 'audit_events e left join audit_facts f on f.company_id = e.company_id and f.event_id = e.id';
  const old = (key: string) => `nullif(f.facts -> '${key}', 'null')`;
  expect(await kept(facts, old('before'), old('after'))).toEqual(before);
});

test('a row that was altered before is still named: the migration blesses nothing', async () => {
  expect((await verified(22)).broken).toBe(altered);
});

test('facts of old rows can be erased like those of new ones', async () => {
  const erase = `update audit_facts set facts = null, salt = null where company_id = 21 and event_id in
    (select id from audit_events where company_id = 21 and entity = 'prova')`;
  await rows(erase);
  expect(await verified(21)).toEqual({ broken: null, erased: (MANY * 2) / 3 });
});
