/** What a company sets for its contracts, and what that would stop. */
import { sql } from 'kysely';
import { contractFields } from '#domain/contracts/fields.ts';
import { nextStages } from '#domain/contracts/next.ts';
import { requirableFields, type Requirable } from '#domain/contracts/requirable.ts';
import { contractMachine, firstReasons } from '#domain/contracts/rules.ts';
import { askedBefore, asksBy } from '#domain/contracts/schema-lacks.ts';
import type { contractSettingCalls } from '#domain/contracts/setting-endpoints.ts';
import type { Stage } from '#domain/contracts/setting-fields.ts';
import { contractSettingFields } from '#domain/contracts/setting-standards.ts';
import { contractStates } from '#domain/contracts/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { OWN } from '../db/tenant.ts';
import type { Verbs } from '../lib/work/bind.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { reasonSettings } from '../lib/records/reasons.ts';
import { columnOf } from '../lib/records/records.ts';
import { refreshLacking } from './lacking.ts';

const settings = datedSettings({
  group: 'contracts',
  entity: 'contract_settings',
  fields: contractSettingFields,
  // Open contracts lack by the new schema from now on; one of a later day is looked at in its night.
  saved: async (ctx, _changed, from) => {
    if (from <= ctx.today) await ctx.enqueue(refreshLacking, { companyId: ctx.user.companyId });
  },
});
const reasons = reasonSettings({
  machine: contractMachine,
  first: firstReasons,
  group: 'contracts.reasons',
  labelOf: (move) => contractMachine.moves[move].label,
});

/** Of a car that is taken in something is unknown that says which one it is, or with `whole` whose it is and since when it drives. */
const unknownCar = (
  whole: boolean,
) => sql`(exists (select from jsonb_array_elements(t.trade_ins) e where coalesce(e ->> 'vin', '') = ''
    or ${whole} and coalesce(e ->> 'owner', '') = '')
  or exists (select from jsonb_array_elements(t.agreed_trade_ins) with ordinality a(e, n)
    where coalesce(e ->> 'plate', '') = '' or e ->> 'km' is null
      or ${whole} and coalesce(t.trade_ins -> (n - 1)::int ->> 'registeredOn', e ->> 'registeredOn') is null))`;

const noneOf = (table: 'contract_objectives' | 'contract_attachments') =>
  sql`not exists (select from ${sql.table(table)} r where r.company_id = ${OWN} and r.contract_id = t.id)`;

function isBlank(field: Requirable, whole: boolean) {
  switch (field) {
    case 'tradeIns':
      return unknownCar(whole);
    case 'objectives':
      return noneOf('contract_objectives');
    case 'attachments':
      return noneOf('contract_attachments');
    case 'payments':
      return sql`exists (select from contract_payments r where r.company_id = ${OWN} and r.contract_id = t.id and r.due_on is null)`;
    default:
      return sql`coalesce(${sql.ref(`t.${columnOf(field)}`)}::text, '') = ''`;
  }
}

/** What only a sale with a loan, or with a policy, has is asked of no other one. */
const concerned = (field: Requirable) =>
  contractFields[field].section !== 'financial'
    ? sql`true`
    : field === 'policyEndsOn'
      ? sql`t.insured`
      : sql`t.financed > 0`;

export const settingVerbs: Verbs<typeof contractSettingCalls> = {
  'GET /contracts/settings': settings.read,
  'PUT /contracts/settings': settings.save,
  'POST /contracts/settings/unschedule': settings.unschedule,
  'GET /contracts/settings/timeline': settings.history,
  'GET /contracts/settings/reasons': reasons.read,
  'PUT /contracts/settings/reasons': reasons.save,
  'GET /contracts/settings/blocked': async ({ db, user }, { query }) => {
    const { field, document, stage, channel, customerType, financed, tradeIn } = query;
    /** Contracts that wait for a move before which something asked at this stage must be there. */
    const waits = (at: Stage) =>
      sql`t.state = any(${keysOf(contractStates).filter((state) => {
        const next = nextStages[state];
        return next !== null && asksBy(next, at);
      })}::text[])`;
    const blank = field
      ? sql.join(
          requirableFields(field).map(
            (one) => sql`(${waits(askedBefore(one, stage))} and ${concerned(one)} and ${isBlank(one, one !== field)})`,
          ),
          sql` or `,
        )
      : sql`${waits(stage)} and not exists (select from contract_attachments a where a.company_id = ${user.companyId} and a.contract_id = t.id
          and a.type = ${document ?? null})`;
    const { rows } = await sql<{ blocked: number }>`select count(*)::int as blocked
      from contracts t left join customers c on c.company_id = t.company_id and c.id = t.customer_id
      where t.company_id = ${user.companyId} and t.canceled_at is null
        and t.channel = coalesce(${channel ?? null}, t.channel) and (${customerType ?? null}::text is null or c.type = ${customerType ?? null})
        and (${financed !== 'true'} or t.financed > 0) and (${tradeIn !== 'true'} or t.taken_in > 0) and (${blank})`.execute(
      db,
    );
    return rows[0]!;
  },
};
