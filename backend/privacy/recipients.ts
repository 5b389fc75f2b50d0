import { sql } from 'kysely';
import { keysOf } from '#domain/record/machine.ts';
import { RENEW_DAYS, channels, purposes, type Channel, type ConsentPurpose } from '#domain/privacy/terms.ts';
import { monthsOf, type PrivacySettings } from '#domain/privacy/setting-fields.ts';
import type { privacy as table } from '#domain/privacy/endpoints.ts';
import type { Reach } from '#domain/privacy/schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import { readPrivacySettings } from './consents.ts';

type Table = typeof table;

/** SQL for the last day of a consent given on `said_on`: the same day some months later, as `addMonths` counts. */
const until = (purpose: ConsentPurpose, settings: PrivacySettings) =>
  sql`(n.said_on + make_interval(months => ${settings[monthsOf[purpose]]}::int))::date`;

/**
 * The customers with a valid consent for a purpose today, without archived ones. Every kind of marketing message must
 * take its recipients from here.
 */
const holding = (ctx: Ctx, purpose: ConsentPurpose, settings: PrivacySettings) =>
  sql`from consents_now n join customers c on c.company_id = n.company_id and c.id = n.customer_id
    where n.company_id = ${ctx.user.companyId} and n.purpose = ${purpose} and n.given and c.archived_at is null
      and ${until(purpose, settings)} >= ${ctx.today}::date`;

export const readReach: VerbOf<Table, 'GET /privacy/reach'> = async (ctx): Promise<Reach> => {
  const settings = await readPrivacySettings(ctx);
  const counts: Reach['purposes'] = [];
  for (const purpose of keysOf(purposes)) {
    const { rows } = await sql<{ given: number; ending: number }>`select count(*)::int as given,
      count(*) filter (where ${until(purpose, settings)} <= ${ctx.today}::date + ${RENEW_DAYS}::int)::int as ending
      ${holding(ctx, purpose, settings)}`.execute(ctx.db);
    counts.push({ purpose, ...rows[0]! });
  }
  const { rows } = await sql<{ channel: Channel; given: number }>`select channel, count(*)::int as given from (
    select unnest(n.channels) as channel ${holding(ctx, 'marketing', settings)}) of group by channel`.execute(ctx.db);
  const given = new Map(rows.map((row) => [row.channel, row.given]));
  return {
    purposes: counts,
    channels: keysOf(channels).map((channel) => ({ channel, given: given.get(channel) ?? 0 })),
  };
};

interface Recipient {
  name: string;
  address: string;
  on: string;
  until: string;
}

/** The column with the address for each channel. */
const addressOf = {
  email: sql`c.email`,
  sms: sql`c.phone`,
  phone: sql`c.phone`,
  whatsapp: sql`c.phone`,
  post: sql`nullif(concat_ws(', ', nullif(c.address, ''), nullif(concat_ws(' ', c.cap, c.city, c.province, nullif(c.country, 'IT')), '')), '')`,
} as const;

const columns = (channel: Channel): Column<Recipient>[] => [
  { header: 'Cliente', kind: 'text', value: ({ name }) => name },
  { header: channels[channel], kind: 'text', value: ({ address }) => address },
  { header: 'Consenso del', kind: 'day', value: ({ on }) => on },
  { header: 'Vale fino al', kind: 'day', value: (row) => row.until },
];

export const exportRecipients: VerbOf<Table, 'GET /privacy/recipients'> = async (
  { inside },
  { query: { channel, format } },
) => {
  const rows = await inside(async (ctx) => {
    const settings = await readPrivacySettings(ctx);
    const found = await sql<Recipient>`select c.name, ${addressOf[channel]} as address, n.said_on::text as "on",
        ${until('marketing', settings)}::text as until
      ${holding(ctx, 'marketing', settings)} and n.channels @> array[${channel}]::text[] and ${addressOf[channel]} is not null
      order by c.name, c.id limit 50001`.execute(ctx.db);
    ctx.audit({ action: 'export', entity: 'consents', after: { channel, rows: found.rows.length } });
    return found.rows;
  });
  return asFile(`destinatari-${channel}`, format, await contentsOf(columns(channel), [rows]));
};
