import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { campaignEndpoints as table } from '#domain/quotes/campaigns/endpoints.ts';
import { leftOf, type StoredCampaign } from '#domain/quotes/campaigns/reach.ts';
import type { Sample } from '#domain/quotes/campaigns/sample.ts';
import { sampleDraft, priceTrial } from '#domain/quotes/campaigns/trial.ts';
import { carColour } from '#domain/quotes/sheet/car-colour.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import { sellableStates } from '#domain/stock/terms.ts';
import { newSellableStates } from '#domain/stock/new-terms.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { vehicleOf } from '../sheet/derive.ts';
import { readSheetFor } from '../sheet/sheet.ts';
import { answers, digestOf, lockCampaign, valuesOf } from './records.ts';

type Table = typeof table;
/** No quote yet. */
const anew = { rootId: null, contractId: null };

/** The car of the sample; throws `invalid` at the field while none is chosen. */
async function carOf(ctx: Ctx, { kind, versionId, newCarId, stockId }: Sample) {
  const refuse = (field: string) =>
    new Failure('invalid', undefined, { fields: { [`sample.${field}`]: 'Scegliere l’auto di prova' } });
  const missing = (field: string) => (error: unknown) => {
    throw error instanceof Failure && error.code === 'not_found' ? refuse(field) : error;
  };
  if (kind === 'used')
    return readSheetFor(ctx, { versionId: 0, stockId, newCarId: null }, anew).catch(missing('stockId'));
  if (kind === 'version')
    return readSheetFor(ctx, { versionId, stockId: null, newCarId: null }, anew).catch(missing('versionId'));
  const car = await ctx.db
    .selectFrom('newCars')
    .select('versionId')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', newCarId)
    .executeTakeFirst();
  if (!car?.versionId) throw refuse('newCarId');
  return readSheetFor(ctx, { versionId: car.versionId, stockId: null, newCarId }, anew).catch(missing('newCarId'));
}

/** How many open drafts chose one of the lines, and how many issued quotes keep theirs. */
async function readReach(
  { db, user, today }: Ctx,
  campaign: StoredCampaign,
): Promise<{ drafts: number; issued: number }> {
  const ids = campaign.lines.map(({ id }) => id).filter((id) => id > 0);
  const { rows } = await sql<{ drafts: number; issued: number }>`select
    (select count(*)::int from quotes q where q.company_id = ${user.companyId} and q.state = 'draft' and not q.superseded
      and exists (select from jsonb_array_elements(q.draft->'incentiveIds') chosen where chosen::bigint = any(${ids}::bigint[]))) as drafts,
    (select count(*)::int from campaign_uses u join quotes q on q.company_id = u.company_id and q.id = u.quote_id
      where u.company_id = ${user.companyId} and u.owner_id = ${campaign.companyId} and u.campaign_id = ${campaign.id}
        and not q.superseded and (q.state in ('accepted', 'converted') or q.state = 'issued' and q.expires_on >= ${today})) as issued`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * Prices a sample quote with these values of a campaign and without, and remembers that they were tried: only tried
 * values count in quotes. Throws `invalid` at the field of the sample that is missing.
 */
export const runTrial: VerbOf<Table, 'POST /campaigns/:id/trial'> = async (
  ctx,
  { params, body: { values, sample } },
) => {
  const row = await lockCampaign(ctx, params.id);
  const [stored] = await answers(ctx, [row]);
  const { sheet, car } = await carOf(ctx, sample);
  const campaign: StoredCampaign = {
    ...values,
    companyId: row.companyId,
    id: row.id,
    left: leftOf(values, stored!),
    // New lines have no id yet.
    lines: values.lines.map((line, at) => ({ ...line, id: line.id ?? -1 - at })),
  };
  const start = emptyDraft(sheet, ctx.user.province);
  const draft = sampleDraft(start, sample, sheet, campaign.lines);
  const vehicle = vehicleOf(sheet);
  const result = priceTrial(campaign, car, draft, sheet, sample.others);
  const trial = digestOf(values);
  const own = valuesOf(row);
  await ctx.db
    .updateTable('campaigns')
    .set({ trial, tried: own !== null && digestOf(own) === trial })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', row.id)
    .execute();
  ctx.audit({
    action: 'try',
    entity: 'campaign',
    entityId: row.id,
    after: { vehicle, price: result.after.keysInHand },
  });
  const { body } = sheet.model;
  return {
    vehicle,
    body,
    colour: carColour(sheet, price(draft, sheet)),
    ...result,
    ...(await readReach(ctx, campaign)),
  };
};

interface Found {
  id: number;
  name: string;
}

/** Condition: a text, in small letters, holds a word; any sign of it stands for itself. */
const holds = (low: RawBuilder<unknown>, word: string) =>
  sql<SqlBool>`${low} like ${`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`}`;

/**
 * Versions on sale whose name, with that of maker and model, holds these words. Each model asks its versions for those that
 * it lacks itself: an index finds them by any part of their name.
 */
async function findVersions({ db, today }: Ctx, words: readonly string[]): Promise<Found[]> {
  const { rows: models } = await sql<Found>`select o.id, m.name || ' ' || o.name as name
    from models o join makers m on m.id = o.maker_id where o.published and m.published`.execute(db);
  const lacksOf = ({ name }: Found) => words.filter((word) => !name.toLowerCase().includes(word));
  const ways = [...Map.groupBy(models, (model) => lacksOf(model).join(' ')).values()].map((those) => {
    const lacks = lacksOf(those[0]!).map((word) => holds(sql`lower(v.name)`, word));
    return sql<SqlBool>`(${sql.join([sql`v.model_id = any(${those.map(({ id }) => id)}::bigint[])`, ...lacks], sql` and `)})`;
  });
  if (ways.length === 0) return [];
  const { rows } = await sql<Found>`select v.id, m.name || ' ' || o.name || ' ' || v.name as name
    from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id
    where v.published and (${sql.join(ways, sql` or `)})
      and exists (select from version_prices p where p.version_id = v.id and p.valid_from <= ${today})
    order by name, id limit 20`.execute(db);
  return rows;
}

/** Cars by name, for the sample and the rule: versions on sale, or cars of the company's stock that can be sold. */
export const findCars: VerbOf<Table, 'GET /campaigns/cars'> = async (ctx, { query: { q = '', kind } }) => {
  const { db, user } = ctx;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (kind === 'version') return findVersions(ctx, words);
  const like = (text: RawBuilder<unknown>) =>
    sql.join([sql`true`, ...words.map((word) => holds(sql`lower(${text})`, word))], sql` and `);
  const used = sql`concat_ws(' · ', r.code, concat_ws(' ', r.maker, r.model, nullif(r.version_name, '')), nullif(r.plate, ''))`;
  const stocked = sql`concat_ws(' · ', r.code, m.name || ' ' || o.name || ' ' || v.name, nullif(r.vin, ''))`;
  const from = {
    used: sql`select r.id, ${used} as name from used_cars r where r.company_id = ${user.companyId} and r.archived_at is null
      and r.state = any(${[...sellableStates]}::text[]) and r.retail_price is not null and ${like(used)}`,
    new: sql`select r.id, ${stocked} as name from new_cars r join versions v on v.id = r.version_id join models o on o.id = v.model_id
        join makers m on m.id = o.maker_id
      where r.company_id = ${user.companyId} and r.archived_at is null and r.state = any(${[...newSellableStates]}::text[]) and ${like(stocked)}`,
  }[kind];
  return (await sql<Found>`${from} order by name, id limit 20`.execute(db)).rows;
};
