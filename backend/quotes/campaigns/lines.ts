/** The lines of campaigns: incentives, each with an id that drafts of quotes refer to. */
import { sql } from 'kysely';
import { campaignFields } from '#domain/quotes/campaigns/fields.ts';
import type { CampaignInput } from '#domain/quotes/campaigns/schema.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { columnOf } from '#backend/lib/records/records.ts';

type Line = CampaignInput['lines'][number];

/** The fields of a campaign that are columns of its table. */
const { lines: _lines, ...columns } = campaignFields;
export const campaignColumns = columns;

/** The columns of campaign `c`, without its lines. */
export const ruleColumns = sql.join(Object.keys(columns).map((key) => sql.ref(`c.${columnOf(key)}`)));

/** SQL for the lines of campaign `c`, in their order, as answers contain them. */
export const linesSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'type', i.type, 'payer', i.payer, 'basis', i.basis,
    'measure', case when i.bands is not null then 'bands' when i.percent is not null then 'percent' else 'amount' end,
    'amount', coalesce(i.amount, 0), 'percent', coalesce(i.percent, 0), 'bands', coalesce(i.bands, '[]'), 'usage', i.usage,
    'makerId', i.maker_id, 'modelId', i.model_id, 'group', coalesce(i.cumulability_group, ''), 'customerTypes', i.customer_types,
    'requiresUsed', i.requires_used, 'scrappedEuro', i.scrapped_euro, 'ownedMonths', i.owned_months,
    'requiresFinancing', i.requires_financing, 'lender', i.lender, 'minMonths', i.min_months, 'minFinanced', i.min_financed,
    'plateBy', i.plate_by, 'needsBooking', i.needs_booking, 'validFrom', i.valid_from, 'validTo', i.valid_to,
    'refundPercent', i.refund_percent, 'bonus', i.bonus) order by i.position, i.id), '[]')
  from incentives i where i.company_id = c.company_id and i.campaign_id = c.id)`;

/** A line as columns of its table. */
const lineColumns = ({ id: _id, measure, amount, percent, bands, group, ...line }: Line) => ({
  ...line,
  amount: measure === 'amount' ? amount : null,
  percent: measure === 'percent' ? percent : null,
  bands: measure === 'bands' ? JSON.stringify(bands) : null,
  cumulabilityGroup: group || null,
});

/** Writes the lines of a campaign: those that were there keep their id, so that drafts keep their choice. */
export async function writeLines(
  { db, user: { companyId } }: Ctx,
  campaignId: number,
  { lines }: CampaignInput,
): Promise<void> {
  const own = { companyId, campaignId };
  const stored = await db
    .selectFrom('incentives')
    .select('id')
    .where((eb) => eb.and(own))
    .execute();
  const known = new Set(stored.map(({ id }) => id));
  const kept = new Set(lines.flatMap(({ id }) => (id && known.has(id) ? id : [])));
  for (const [position, line] of lines.entries()) {
    const columns = { ...lineColumns(line), position };
    const { id } = line;
    await (id && kept.has(id)
      ? db
          .updateTable('incentives')
          .set(columns)
          .where((eb) => eb.and({ ...own, id }))
          .execute()
      : db
          .insertInto('incentives')
          .values({ ...own, ...columns })
          .execute());
  }
  const gone = [...known].filter((id) => !kept.has(id));
  if (gone.length > 0)
    await db
      .deleteFrom('incentives')
      .where((eb) => eb.and(own))
      .where('id', 'in', gone)
      .execute();
}
