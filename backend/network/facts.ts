import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { tellUses } from './uses.ts';

/** What is told of a kind of records: columns of its row `r` and of a step `s` of its history. */
interface Kind {
  table: string;
  /** The record as the network counts it. */
  record: RawBuilder<number>;
  state: RawBuilder<string>;
  model: RawBuilder<number | null>;
  version: RawBuilder<number | null>;
  channel: RawBuilder<string>;
  count: RawBuilder<number>;
  /** Its last day, after which it lapses without a step; null: it does not. */
  lapsesOn: RawBuilder<string | null>;
  /** The manufacturer's campaign that it is of. */
  campaign: RawBuilder<number | null>;
  /** The day on which its car was registered. */
  registeredOn: RawBuilder<string | null>;
  /** What is claimed of the manufacturer itself, net cents. */
  amount: RawBuilder<number | null>;
  /** The dealer's plan by which it is financed. */
  plan: RawBuilder<number | null>;
  /** Which of them it hears of; absent: all. */
  only?: RawBuilder<SqlBool>;
}

const whole = {
  record: sql<number>`r.id`,
  state: sql<string>`s.to_state`,
  model: sql<null>`null::bigint`,
  version: sql<null>`null::bigint`,
  count: sql<number>`1`,
  lapsesOn: sql<null>`null::date`,
  campaign: sql<null>`null::bigint`,
  registeredOn: sql<null>`null::date`,
  amount: sql<null>`null::bigint`,
  plan: sql<null>`null::bigint`,
};

/** The kinds of records of which the manufacturer hears: never a person, a price or a margin. */
const kinds: Readonly<Record<string, Kind>> = {
  quote: {
    ...whole,
    table: 'quotes',
    record: sql`coalesce(r.root_id, r.id)`,
    model: sql`r.model_id`,
    version: sql`r.version_id`,
    channel: sql`r.sale_channel`,
    lapsesOn: sql`case when s.to_state = 'issued' then r.expires_on end`,
    plan: sql`case jsonb_typeof(r.draft #> '{financing,planId}') when 'number' then (r.draft #>> '{financing,planId}')::bigint end`,
  },
  contract: {
    ...whole,
    table: 'contracts',
    // A contract that was cancelled or withdrawn from keeps its state, and counts no more.
    state: sql`case when r.canceled_at is not null then 'canceled' when r.withdrawn_at is not null then 'withdrawn' else s.to_state end`,
    model: sql`r.model_id`,
    channel: sql`r.channel`,
    count: sql`r.pieces`,
    registeredOn: sql`r.registered_on`,
  },
  lead: { ...whole, table: 'leads', channel: sql`r.source` },
  access: { ...whole, table: 'accesses', channel: sql`r.subject` },
  claim: {
    ...whole,
    table: 'claims',
    channel: sql`r.type`,
    campaign: sql`r.campaign_id`,
    amount: sql`r.amount`,
    only: sql<SqlBool>`r.payer = 'maker' and r.campaign_company_id = ${MANUFACTURER}`,
  },
};

interface Stay {
  id: number;
  recordId: number;
  state: string;
  at: string;
  province: string;
  modelId: number | null;
  versionId: number | null;
  channel: string;
  count: number;
  lapsesOn: string | null;
  campaignId: number | null;
  registeredOn: string | null;
  amount: number | null;
  planId: number | null;
  /** The network has heard of no step of the record yet. */
  isNew: boolean;
}

/** A stay as the network keeps it; `begins`: the record began with it. */
type NetworkStay = Omit<Stay, 'at' | 'isNew'> & { companyId: number; entity: string; day: string; begins: boolean };

/** The entities of which the network is told. */
export const toldEntities: readonly string[] = Object.keys(kinds);

/** The stays that began with steps of which the network has not heard yet: of these records, or of all of the company. */
export async function readStays(
  db: Ctx['db'],
  { companyId, entity, ids }: { companyId: number; entity: string; ids?: readonly number[] },
): Promise<NetworkStay[]> {
  const kind = kinds[entity]!;
  const { rows } = await sql<Stay>`select s.id, ${kind.record} as record_id, ${kind.state} as state, s.at,
      coalesce(l.province, c.province) as province, ${kind.model} as model_id, ${kind.version} as version_id, ${kind.channel} as channel, ${kind.count} as count, ${kind.lapsesOn} as lapses_on, ${kind.campaign} as campaign_id,
      ${kind.registeredOn} as registered_on, ${kind.amount} as amount, ${kind.plan} as plan_id, told.id is null as is_new
    from ${sql.table(kind.table)} r join companies c on c.company_id = r.company_id
      join state_changes s on s.company_id = r.company_id and s.entity = ${entity} and s.record_id = r.id
      left join locations l on l.company_id = r.company_id and l.id = r.location_id
      left join lateral (select max(f.id) as id from network_facts f where f.company_id = ${companyId} and f.entity = ${entity}
        and f.record_id = ${kind.record} and f.until is null) told on true
    where r.company_id = ${companyId} ${kind.only ? sql`and ${kind.only}` : sql``} ${ids ? sql`and r.id = any(${[...ids]}::bigint[])` : sql``} and not s.undone and s.to_state <> 'draft'
      and s.id > coalesce(told.id, 0)
    order by s.id`.execute(db);
  const begun = new Set<number>();
  return rows.map(({ at, isNew, ...row }) => {
    const begins = isNew && !begun.has(row.recordId);
    begun.add(row.recordId);
    return { ...row, companyId, entity, day: dayInRome(new Date(at)), begins };
  });
}

/** Writes the stays that have begun; harmless when called twice. */
async function tellNetwork(ctx: Ctx, entity: string, ids: readonly number[]): Promise<void> {
  if (!kinds[entity]) return;
  const { companyId } = ctx.user;
  const stays = await readStays(ctx.db, { companyId, entity, ids });
  for (const { id, recordId, day } of stays) {
    await ctx.db
      .updateTable('networkFacts')
      .set({ until: day })
      .where('companyId', '=', companyId)
      .where('entity', '=', entity)
      .where('recordId', '=', recordId)
      .where('until', 'is', null)
      .where('id', '<', id)
      .execute();
    await ctx.db
      .insertInto('networkFacts')
      .values(stays.filter((stay) => stay.id === id))
      .execute();
  }
}

/** Steps that were taken back have never been; the record is still where it was before them. */
async function forgetUndone(ctx: Ctx, entity: string, recordId: number): Promise<void> {
  if (!kinds[entity]) return;
  const { companyId } = ctx.user;
  const own = sql`company_id = ${companyId} and entity = ${entity} and record_id = ${recordId}`;
  await sql`delete from network_facts where ${own}
    and id in (select id from state_changes where ${own} and undone)`.execute(ctx.db);
  await sql`update network_facts set until = null where ${own}
    and id = (select max(id) from network_facts where ${own})`.execute(ctx.db);
  await tellAgain(ctx, entity, recordId);
}

/** What may change of a record without a step: the stay that it is in says it as it is now. */
async function tellAgain({ db, user: { companyId } }: Ctx, entity: string, id: number): Promise<void> {
  const kind = kinds[entity];
  if (!kind) return;
  await sql`update network_facts f set registered_on = n.registered_on, amount = n.amount
    from (select ${kind.record} as record_id, ${kind.registeredOn} as registered_on, ${kind.amount} as amount
      from ${sql.table(kind.table)} r where r.company_id = ${companyId} and r.id = ${id}) n
    where f.company_id = ${companyId} and f.entity = ${entity} and f.record_id = n.record_id and f.until is null`.execute(
    db,
  );
}

/** A withdrawal is no step of the contract: the stay that it is in says it (docs/rules.md §15.8). */
async function tellWithdrawal({ db, user }: Ctx, id: number): Promise<void> {
  await db
    .updateTable('networkFacts')
    .set({ state: 'withdrawn' })
    .where('companyId', '=', user.companyId)
    .where('entity', '=', 'contract')
    .where('recordId', '=', id)
    .where('until', 'is', null)
    .execute();
}

/** What the network is told of the records of a company, by the company's own transactions. */
export const telling: Effects = {
  'record.began': (ctx, { entity, ids }) => tellNetwork(ctx, entity, ids),
  'record.moved': async (ctx, { entity, id, move }) => {
    await tellNetwork(ctx, entity, [id]);
    if (entity === 'quote' && ['issue', 'unconvert', 'reopen'].includes(move)) await tellUses(ctx, 'quote', id);
    if (entity === 'contract') await tellUses(ctx, 'contract', id);
  },
  'record.undone': async (ctx, { entity, id }) => {
    await forgetUndone(ctx, entity, id);
    if (entity === 'contract') await tellUses(ctx, 'contract', id);
  },
  'record.changed': (ctx, { entity, id }) => tellAgain(ctx, entity, id),
  'contract.lines': (ctx, { id }) => tellUses(ctx, 'contract', id),
  'contract.withdrawn': async (ctx, { id }) => {
    await tellWithdrawal(ctx, id);
    await tellUses(ctx, 'contract', id);
  },
};
