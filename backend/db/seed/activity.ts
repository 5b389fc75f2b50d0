import { sql } from 'kysely';
import { chainHash } from '../../lib/audit.ts';
import { insertRows, type Owner } from './insert.ts';

interface Event {
  at: Date;
  user: { id: number; name: string };
  action: string;
  entityId: number;
  before: object | null;
  after: object | null;
}

/** Appends what happened to quotes to the company's chain, as the verbs would have written it at the time. */
export async function writeActivity(owner: Owner, companyId: number, events: readonly Event[]): Promise<void> {
  const found = await sql<{
    hash: Buffer;
  }>`select hash from audit_heads where company_id = ${companyId} for update`.execute(owner);
  let hash: Buffer = found.rows[0]?.hash ?? Buffer.alloc(32);
  const rows = events.map(({ at, user, action, entityId, before, after }) => {
    const who = { userId: user.id, userName: user.name, requestId: '', ip: '' };
    const row = { companyId, at: at.toISOString(), ...who, action, entity: 'quote', entityId, before, after };
    const prevHash = hash;
    hash = chainHash(prevHash, row);
    return { ...row, prevHash: `\\x${prevHash.toString('hex')}`, hash: `\\x${hash.toString('hex')}` };
  });
  await insertRows(owner, 'audit_events', rows);
  await sql`insert into audit_heads (company_id, hash) values (${companyId}, ${hash})
    on conflict (company_id) do update set hash = excluded.hash`.execute(owner);
}
