import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { raisedCars } from '#domain/contracts/revaluation.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { money } from '#domain/italian.ts';
import type { Ctx } from '../lib/work/context.ts';
import { OWN } from '../db/tenant.ts';

/** SQL: a step by which a seller took a contract back. */
const withdrawal = (step: RawBuilder<unknown>) =>
  sql`${step}.from_state is not null and ${step}.to_state = 'incomplete' and ${step}.reason is null`;

/** SQL of a step `s`: neither a withdrawal nor what one took back. */
const counts = sql`not s.undone
  and not (${withdrawal(sql`s`)}) and not (s.from_state = 'incomplete' and exists (select from state_changes n
    where n.company_id = ${OWN} and n.id = (select min(x.id) from state_changes x where x.company_id = ${OWN}
      and x.entity = s.entity and x.record_id = s.record_id and x.id > s.id) and ${withdrawal(sql`n`)}))`;

/** SQL of a contract `t`: somebody sent it back to who sells it, who has it to correct; of a step that was withdrawn the one before counts. */
export const isSentBack = sql<SqlBool>`(t.state = 'incomplete' and t.canceled_at is null and t.withdrawn_at is null
  and coalesce((select s.reason is not null and s.to_state = t.state from state_changes s
    where s.company_id = ${OWN} and s.entity = ${contractMachine.entity} and s.record_id = t.id and ${counts}
    order by s.id desc limit 1), false))`;

/**
 * Who sent a contract back to the state in which it is, or opened it again, when and why; null: it came there by another way. What comes
 * back has a reason, what goes on has none; what was sent and withdrawn again is as it was before.
 */
export async function readReturned(
  { db, user: { companyId } }: Ctx,
  { id, state, canceledAt, withdrawnAt }: Pick<Contract, 'id' | 'state' | 'canceledAt' | 'withdrawnAt'>,
): Promise<Contract['returned']> {
  if (canceledAt !== null || withdrawnAt !== null) return null;
  const { rows } = await sql<NonNullable<Contract['returned']> & { to: string }>`
    select s.to_state as to, u.name as by, s.at, s.from_state as from, m.label as reason, coalesce(s.note, '') as note
    from state_changes s left join users u on u.company_id = ${companyId} and u.id = s.user_id
      left join move_reasons m on m.company_id = ${companyId} and m.id::text = s.reason
    where s.company_id = ${companyId} and s.entity = ${contractMachine.entity} and s.record_id = ${id} and ${counts}
    order by s.id desc limit 1`.execute(db);
  const [last] = rows;
  if (!last?.reason || last.to !== state) return null;
  const { by, at, from, reason, note } = last;
  return { by, at: new Date(at).toISOString(), from, reason, note };
}

/**
 * Who cancelled a contract, when and why: the step by which it stays in its state, of a contract of a former system the file
 * that said so; null: it is not cancelled.
 */
export async function readCanceled(
  { db, user: { companyId } }: Ctx,
  { id, canceledAt }: Pick<Contract, 'id' | 'canceledAt'>,
): Promise<Contract['canceled']> {
  if (canceledAt === null) return null;
  const { rows } = await sql<NonNullable<Contract['canceled']>>`
    select u.name as by, case when t.origin = 'history' then 'Lo dice un file del sistema precedente' else m.label end as reason,
      coalesce(s.note, '') as note
    from contracts t left join lateral (select s.user_id, s.reason, s.note from state_changes s
        where s.company_id = ${companyId} and s.entity = ${contractMachine.entity} and s.record_id = t.id
          and s.from_state = s.to_state and not s.undone order by s.id desc limit 1) s on true
      left join users u on u.company_id = ${companyId} and u.id = coalesce(s.user_id, t.canceled_by)
      left join move_reasons m on m.company_id = ${companyId} and m.id::text = s.reason
    where t.company_id = ${companyId} and t.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Who raised the value of a car taken in that waits for a second person; null: none waits, or nobody knows, as until the end of
 * the transaction that raised it.
 */
export async function readRaiser(
  { db, user: { companyId } }: Ctx,
  record: Pick<Contract, 'id'> & Parameters<typeof raisedCars>[0],
): Promise<Contract['raisedBy']> {
  const [raised] = raisedCars(record);
  if (!raised) return null;
  // Rows are facts as text, in which the value stands since it was raised.
  const names = (of: 'before' | 'after') =>
    sql`strpos(f.facts -> ${of}::text -> 'tradeIns' ->> ${raised.at}::int, ${money(raised.value)}::text) > 0`;
  const { rows } = await sql<{ by: string }>`select coalesce(u.name, e.user_name) as by
    from audit_events e join audit_facts f on f.company_id = ${companyId} and f.event_id = e.id
      left join users u on u.company_id = ${companyId} and u.id = e.user_id
    where e.company_id = ${companyId} and e.entity = ${contractMachine.entity} and e.entity_id = ${record.id}
      and e.action = 'update' and ${names('after')} and not ${names('before')}
    order by e.id desc limit 1`.execute(db);
  return rows[0]?.by ?? null;
}
