import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { stateIn } from '#domain/record/machine.ts';
import type { campaignEndpoints as table } from '#domain/quotes/campaigns/endpoints.ts';
import { campaignFields } from '#domain/quotes/campaigns/fields.ts';
import { worthOf, type Uses } from '#domain/quotes/campaigns/reach.ts';
import {
  campaignInput,
  type Campaign,
  type CampaignChoices,
  type CampaignInput,
} from '#domain/quotes/campaigns/schema.ts';
import { campaignStates } from '#domain/quotes/campaigns/terms.ts';
import { keepAudiences, readAudiences, readBaskets, tellBaskets } from '#backend/lib/ports/baskets.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { isArchived, orderOf, readByIds, selectOf, type Records, type Stored } from '#backend/lib/records/records.ts';
import { usesSql } from './left.ts';
import { campaignColumns, linesSql, writeLines } from './lines.ts';

type Filters = Partial<z.output<(typeof table)['GET /campaigns']['query']>>;

/** A campaign as it is stored, with the names of what it points to; its state on the day follows. */
export type CampaignRow = Omit<Campaign, 'worth' | 'uses' | 'given' | 'theirs'> &
  Stored & { companyId: number; trial: string | null };

const namesOf = (table: string, ids: string) =>
  sql.raw(`array(select n.name from ${table} n where n.id = any(r.${ids}) order by n.name)`);

/** Throws `invalid` at the field when what a campaign points to does not exist. */
async function check(ctx: Ctx, given: CampaignInput): Promise<void> {
  const known = await readChoices(ctx);
  const all = (rows: readonly { id: number }[], ids: readonly number[]) =>
    ids.every((id) => rows.some((row) => row.id === id));
  const versions = await ctx.db
    .selectFrom('versions')
    .select('id')
    .where('id', 'in', [0, ...given.versionIds])
    .execute();
  const fields: Record<string, string> = {
    ...(!all(known.makers, given.makerIds) && { makerIds: 'Scegliere marche del catalogo' }),
    ...(!all(known.models, given.modelIds) && { modelIds: 'Scegliere modelli del catalogo' }),
    ...(!all(versions, given.versionIds) && { versionIds: 'Scegliere versioni del catalogo' }),
    ...(!all(known.baskets, given.basketIds) && { basketIds: 'Scegliere panieri dell’elenco' }),
    ...(given.audienceId !== null &&
      !all(known.audiences, [given.audienceId]) && { audienceId: 'Scegliere un paniere di concessionarie' }),
  };
  for (const [at, { makerId, modelId }] of given.lines.entries()) {
    if (makerId !== null && !all(known.makers, [makerId]))
      fields[`lines.${at}.makerId`] = 'Scegliere una marca del catalogo';
    if (modelId !== null && !all(known.models, [modelId]))
      fields[`lines.${at}.modelId`] = 'Scegliere un modello del catalogo';
  }
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

/** Makes, models and baskets that a campaign may be for, and the lenders of the company's plans. */
export async function readChoices(ctx: Ctx): Promise<CampaignChoices> {
  const { companyId } = ctx.user;
  const { rows } = await sql<Omit<CampaignChoices, 'baskets' | 'audiences'>>`select
    (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.name), '[]') from makers m) as makers,
    (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', m.name || ' ' || o.name) order by m.name, o.name), '[]')
      from models o join makers m on m.id = o.maker_id) as models,
    array(select distinct p.lender from plans p where p.company_id = ${companyId} and p.archived_at is null order by p.lender) as lenders`.execute(
    ctx.db,
  );
  return { ...rows[0]!, baskets: await readBaskets(ctx, 'campaign'), audiences: await readAudiences(ctx) };
}

/** SQL for the state of campaign `r` on a day. */
const stateOn = (today: string) => sql`case when r.state = 'active' and r.valid_from > ${today} then 'programmed'
  when r.state = 'active' and r.valid_to < ${today} then 'ended' else r.state end`;

/** The campaigns of a company as records of a list; those of the manufacturer are listed beside them. */
export const campaigns: Records<CampaignRow, Filters> = {
  table: 'campaigns',
  entity: 'campaign',
  noun: 'la campagna',
  file: 'campagne',
  fields: campaignFields,
  shared: { text: sql`r.name` },
  select: selectOf(
    'campaigns',
    campaignColumns,
    sql`, r.company_id, r.state, r.tried, r.trial, (select ${linesSql} from (select r.company_id, r.id) c) as lines, ${namesOf('makers', 'maker_ids')} as makers,
      array(select m.name || ' ' || o.name from models o join makers m on m.id = o.maker_id where o.id = any(r.model_ids) order by 1) as models,
      ${namesOf('versions', 'version_ids')} as versions, array(select b.name from baskets b where b.company_id in (${MANUFACTURER}, r.company_id) and b.id = any(r.basket_ids) order by b.name) as baskets,
      (select b.name from baskets b where b.company_id = r.company_id and b.id = r.audience_id) as audience`,
  ),
  order: { ...orderOf(campaignColumns), state: 'r.state' },
  sort: { sort: 'validFrom', dir: 'desc' },
  where: ({ today, user }, { state, whose, usage, archived }) => [
    ...(state ? [sql<SqlBool>`${stateOn(today)} = any(${state}::text[])`] : []),
    ...(whose ? [sql<SqlBool>`(r.company_id = ${user.companyId}) = ${whose === 'own'}`] : []),
    ...(usage
      ? [
          sql<SqlBool>`exists (select from incentives i where i.company_id = r.company_id and i.campaign_id = r.id and i.usage = ${usage})`,
        ]
      : []),
    isArchived(archived),
    // Other companies do not see the manufacturer's drafts.
    sql<SqlBool>`(r.company_id = ${user.companyId} or r.state <> 'draft')`,
  ],
  beside: {
    keys: ['lines'],
    write: async (ctx, id, input) => {
      await writeLines(ctx, id, input as CampaignInput);
      await keepAudiences(ctx);
    },
  },
  check: (ctx, input) => check(ctx, input as CampaignInput),
  written: (ctx, ids) => tellBaskets(ctx, 'campaign', ids),
};

/** The values of a campaign that a trial is about, as a digest; ids of lines and the companies do not matter. */
export const digestOf = ({ audienceId: _audience, ...values }: CampaignInput): string =>
  createHash('sha256')
    .update(canonicalize({ ...values, lines: values.lines.map(({ id: _id, ...line }) => line) })!)
    .digest('base64url');

/** The values of a stored campaign as an input; null when older ones would no longer be accepted. */
export const valuesOf = (row: CampaignRow): CampaignInput | null => campaignInput.safeParse(row).data ?? null;

/** What quotes and contracts of the caller's company use of each of these campaigns. */
async function readUses(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Uses>> {
  const { rows } = await sql<{
    id: number;
    used: Uses;
  }>`select c.id, ${usesSql(ctx.user.companyId, ctx.today, { rootId: null, contractId: null })} as used
    from campaigns c where c.company_id in (${MANUFACTURER}, ${ctx.user.companyId}) and c.id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, used }) => [id, used]));
}

/** Campaigns as calls answer them. */
export async function answers(ctx: Ctx, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const used = await readUses(ctx, rows.map(({ id }) => id)); // prettier-ignore
  return rows.map(({ companyId, trial: _trial, ...row }) => ({
    ...row,
    state: stateIn(campaignStates, row, ctx.today),
    theirs: companyId !== ctx.user.companyId,
    worth: row.lines.map(worthOf).join(' · '),
    ...used.get(row.id)!,
  }));
}

/** A campaign that the caller may read: an own one, or one of the manufacturer; throws `not_found`. */
export async function readCampaign(ctx: Ctx, id: number): Promise<CampaignRow> {
  const { rows } =
    await sql<CampaignRow>`${campaigns.select} where r.company_id in (${MANUFACTURER}, ${ctx.user.companyId})
    and r.id = ${id} and (r.company_id = ${ctx.user.companyId} or r.state <> 'draft')`.execute(ctx.db);
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

/** Reads a campaign of the caller's company and locks it; throws `not_found`, and `forbidden` for the manufacturer's. */
export async function lockCampaign(ctx: Ctx, id: number): Promise<CampaignRow> {
  const { companyId } = await readCampaign(ctx, id);
  if (companyId !== ctx.user.companyId) throw new Failure('forbidden');
  return (await readByIds(ctx, campaigns, [id]))[0]!;
}

export const answer = async (ctx: Ctx, id: number): Promise<Campaign> =>
  (await answers(ctx, [await readCampaign(ctx, id)]))[0]!;
