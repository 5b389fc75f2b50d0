/** What a company sets for its contracts, and what that would stop. */
import { sql } from 'kysely';
import { askedBefore, asksBy } from '#domain/contracts/lacks.ts';
import { nextStages } from '#domain/contracts/next.ts';
import { contractMachine, firstReasons } from '#domain/contracts/rules.ts';
import type { contractSettingCalls } from '#domain/contracts/setting-endpoints.ts';
import { contractSettingFields } from '#domain/contracts/setting-standards.ts';
import { contractStates } from '#domain/contracts/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Verbs } from '../lib/work/bind.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { reasonSettings } from '../lib/records/reasons.ts';
import { columnOf } from '../lib/records/records.ts';

const settings = datedSettings({ group: 'contracts', entity: 'contract_settings', fields: contractSettingFields });
const reasons = reasonSettings({
  machine: contractMachine,
  first: firstReasons,
  group: 'contracts.reasons',
  labelOf: (move) => contractMachine.moves[move].label,
});

export const settingVerbs: Verbs<typeof contractSettingCalls> = {
  'GET /contracts/settings': settings.read,
  'PUT /contracts/settings': settings.save,
  'POST /contracts/settings/unschedule': settings.unschedule,
  'GET /contracts/settings/timeline': settings.history,
  'GET /contracts/settings/reasons': reasons.read,
  'PUT /contracts/settings/reasons': reasons.save,
  'GET /contracts/settings/blocked': async ({ db, user }, { query }) => {
    const { field, document, stage, channel, customerType, financed } = query;
    const asked = keysOf(contractStates).filter((state) => {
      const next = nextStages[state];
      return next !== null && asksBy(next, field ? askedBefore(field, stage) : stage);
    });
    const blank = field
      ? sql`coalesce(${sql.ref(`t.${columnOf(field)}`)}::text, '') = ''`
      : sql`not exists (select from contract_attachments a where a.company_id = ${user.companyId} and a.contract_id = t.id
          and a.type = ${document ?? null})`;
    const { rows } = await sql<{ blocked: number }>`select count(*)::int as blocked
      from contracts t left join customers c on c.company_id = t.company_id and c.id = t.customer_id
      where t.company_id = ${user.companyId} and t.canceled_at is null and t.state = any(${asked}::text[])
        and t.channel = coalesce(${channel ?? null}, t.channel) and (${customerType ?? null}::text is null or c.type = ${customerType ?? null})
        and (${financed !== 'true'} or t.financed > 0) and ${blank}`.execute(db);
    return rows[0]!;
  },
};
