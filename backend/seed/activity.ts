import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { FIRST, sealRow } from '#backend/lib/records/audit.ts';
import { insertRows, nextId, type Owner } from './insert.ts';

interface Event {
  at: Date;
  user: { id: number; name: string };
  action: string;
  entityId: number;
  before: object | null;
  after: object | null;
}

const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/** Appends events of quotes to the company's chain, as the verbs would have written them at the time. */
export async function writeActivity(owner: Owner, companyId: number, events: readonly Event[]): Promise<void> {
  const found = await sql<{
    hash: Buffer;
  }>`select hash from audit_heads where company_id = ${companyId} for update`.execute(owner);
  let hash: Buffer = found.rows[0]?.hash ?? FIRST;
  const first = await nextId(owner, 'audit_events');
  const sealed = events.map(({ at, user, action, entityId, before, after }, index) => {
    const who = { companyId, at: at.toISOString(), userId: user.id, userName: user.name, requestId: '', ip: '' };
    // Derived salts, so that equal demo data are equal to the byte.
    const salt = createHash('sha256')
      .update(`${companyId} ${first + index}`)
      .digest()
      .subarray(0, 16);
    const { row, facts } = sealRow(hash, { ...who, action, entity: 'quote', entityId }, [before, after], salt);
    ({ hash } = row);
    return { row: { id: first + index, ...row }, facts };
  });
  await insertRows(
    owner,
    'audit_events',
    sealed.map(({ row }) => ({
      ...row,
      digest: row.digest && hex(row.digest),
      prevHash: hex(row.prevHash),
      hash: hex(row.hash),
    })),
  );
  await insertRows(
    owner,
    'audit_facts',
    sealed.flatMap(({ row, facts }) =>
      facts ? { companyId, eventId: row.id, salt: hex(facts.salt), facts: facts.facts } : [],
    ),
  );
  await sql`insert into audit_heads (company_id, hash) values (${companyId}, ${hash})
    on conflict (company_id) do update set hash = excluded.hash`.execute(owner);
}
