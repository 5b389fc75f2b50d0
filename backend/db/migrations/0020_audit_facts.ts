/**
 * The facts of audit rows leave the chain: it hashes a salted digest of them, they lie beside it in `audit_facts` and can be
 * erased. SQL cannot hash as the chain does, so this file is code; it stands alone, because what it imported could change.
 */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

const FIRST: Buffer = Buffer.alloc(32);
const BATCH = 5000;

interface Row {
  id: string;
  at: Date;
  user_id: string | null;
  user_name: string;
  request_id: string;
  ip: string;
  action: string;
  entity: string;
  entity_id: string | null;
  before: unknown;
  after: unknown;
  prev_hash: Buffer;
  hash: Buffer;
}

export async function up(owner: pg.Client): Promise<void> {
  await owner.query(`
    lock table audit_events in share row exclusive mode;
    -- Facts and salt are null once they are erased: a salt that stayed would let a guess be proved right.
    create table audit_facts (
      company_id int not null,
      event_id bigint not null,
      salt bytea,
      facts jsonb,
      primary key (company_id, event_id),
      foreign key (company_id, event_id) references audit_events (company_id, id),
      check ((salt is null) = (facts is null))
    );
    select tenant_table('audit_facts');
    -- Requests may erase facts, never change them.
    create policy erase on audit_facts as restrictive for update using (true) with check (facts is null and salt is null);
    revoke update, delete on audit_facts from app_rw;
    grant update (facts, salt) on audit_facts to app_rw;
    alter table audit_events add digest bytea;
    select set_config('app.scope', 'fms', true);`);
  const { rows } = await owner.query<{ company_id: number }>('select company_id from companies order by company_id');
  await owner.query("select set_config('app.scope', '', true)");
  for (const { company_id: companyId } of rows) await rechain(owner, companyId);
  await owner.query(`
    select set_config('app.company_id', '10', true);
    alter table audit_events drop column before, drop column after;`);
}

/** Writes the chain of a company anew, in batches. A row that did not verify before does not verify afterwards. */
async function rechain(owner: pg.Client, companyId: number) {
  await owner.query("select set_config('app.company_id', $1, true)", [String(companyId)]);
  let [last, old, now] = ['0', FIRST, FIRST];
  for (;;) {
    const { rows } = await owner.query<Row>(
      'select * from audit_events where company_id = $1 and id > $2 order by id limit $3',
      [companyId, last, BATCH],
    );
    if (rows.length === 0) break;
    const written = rows.map((row) => {
      const { before, after } = row;
      const common = commonOf(companyId, row);
      const holds = row.prev_hash.equals(old) && row.hash.equals(hashOf(old, { ...common, before, after }));
      const facts = before !== null || after !== null;
      const salt = facts ? randomBytes(16) : null;
      const digest = salt && createHash('sha256').update(salt).update(canonical({ before, after })).digest();
      const previous = now;
      const hash = hashOf(previous, { ...common, digest: digest?.toString('hex') ?? null });
      now = holds ? hash : broken(hash);
      old = row.hash;
      return { id: row.id, salt, digest, previous, hash: now };
    });
    const columns = (['id', 'salt', 'digest', 'previous', 'hash'] as const).map((key) =>
      written.map((row) => row[key]),
    );
    await owner.query(
      `with made as (select * from unnest($2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[]) as m (id, salt, digest, prev_hash, hash)),
       kept as (insert into audit_facts (company_id, event_id, salt, facts)
         select e.company_id, e.id, m.salt, jsonb_build_object('before', e.before, 'after', e.after)
         from made m join audit_events e on e.company_id = $1 and e.id = m.id where m.digest is not null)
       update audit_events e set digest = m.digest, prev_hash = m.prev_hash, hash = m.hash
       from made m where e.company_id = $1 and e.id = m.id`,
      [companyId, ...columns],
    );
    last = rows.at(-1)!.id;
  }
  const { rows: heads } = await owner.query<{ hash: Buffer }>('select hash from audit_heads where company_id = $1', [
    companyId,
  ]);
  if (!heads[0]) return;
  const head = heads[0].hash.equals(old) ? now : broken(now);
  await owner.query('update audit_heads set hash = $2 where company_id = $1', [companyId, head]);
}

const commonOf = (companyId: number, { at, user_id, user_name, request_id, ip, action, entity, entity_id }: Row) => ({
  companyId,
  at: at.toISOString(),
  userId: user_id === null ? null : Number(user_id),
  userName: user_name,
  requestId: request_id,
  ip,
  action,
  entity,
  entityId: entity_id === null ? null : Number(entity_id),
});

const hashOf = (previous: Buffer, content: object) =>
  createHash('sha256').update(previous).update(canonical(content)).digest();

/** A hash that follows from nothing. */
const broken = (hash: Buffer) => hash.map((byte) => byte ^ 0xff) as Buffer;

/** Keys sorted at every depth, as both chains hash them. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  return `{${Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`;
}
