import { sql } from 'kysely';
import { customerColumns as columns } from '#domain/customers/import-fields.ts';
import { parseDay } from '#domain/italian.ts';
import { channels } from '#domain/privacy/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Entered } from '../lib/records/importable.ts';
import { plain } from '../lib/records/import-rows.ts';

const purposes = { marketing: columns.marketing, profiling: columns.profiling, third_parties: columns.thirdParties };
const { yes, no } = columns.marketing.words;

/** The channels that a cell names; none: by e-mail. */
const channelsIn = (cell: string): string[] => {
  const said = cell.split(/[,;/+]/).map(plain);
  const found = Object.entries(channels).filter(([key, label]) => said.includes(plain(label)) || said.includes(key));
  return found.length > 0 ? found.map(([key]) => key) : ['email'];
};

/**
 * Keeps what rows say of consents, with the day and the origin that they name: without a day it is today. A consent that
 * says what is known already is not kept again.
 */
export async function enterConsents(ctx: Ctx, rows: readonly Entered<unknown>[]): Promise<void> {
  const said = rows.flatMap(({ id, cells }) =>
    Object.entries(purposes).flatMap(([purpose, { label }]) => {
      const word = cells(label);
      if (word !== yes && word !== no) return [];
      const on = parseDay(cells(columns.consentOn.label)) ?? ctx.today;
      const given = word === yes;
      return {
        customerId: id,
        purpose,
        given,
        channels: given && purpose === 'marketing' ? channelsIn(cells(columns.marketingChannels.label)) : [],
        saidOn: on > ctx.today ? ctx.today : on,
        proof: cells(columns.consentOrigin.label).slice(0, 300) || 'Dal gestionale precedente',
      };
    }),
  );
  if (said.length === 0) return;
  const known = rows.flatMap(({ id, old }) => (old ? [id] : []));
  await sql`insert into consents (company_id, customer_id, purpose, given, channels, way, said_on, proof, user_id, created_at)
    select ${ctx.user.companyId}, p."customerId", p.purpose, p.given, p.channels, 'import', p."saidOn", p.proof, ${ctx.user.id || null}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as p ("customerId" bigint, purpose text, given boolean, channels text[],
      "saidOn" date, proof text)
    where not exists (select from consents_now c where c.company_id = ${ctx.user.companyId} and c.customer_id = p."customerId"
      and c.customer_id = any(${known}::bigint[]) and c.purpose = p.purpose and c.given = p.given and c.channels = p.channels) returning id`.execute(
    ctx.db,
  );
}

/** The consents that an import brought go with the customers that it made. */
export async function forgetConsents(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  await sql`delete from consents where company_id = ${ctx.user.companyId} and way = 'import'
    and customer_id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  return [...ids];
}
