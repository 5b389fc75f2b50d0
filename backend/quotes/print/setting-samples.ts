import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { QuoteSample } from '#domain/quotes/settings/schema.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { quoteCourse } from '../records.ts';
import { readSheet } from '../sheet/sheet.ts';

/** The last row of a quote that settings change: keys in hand (rules.md §3). */
const LAST_ROW = 13;

/** The company's newest quotes of a new and of a used car, on which the settings show what they change; null: none yet. */
export async function readSamples(ctx: Ctx): Promise<{ new: QuoteSample | null; used: QuoteSample | null }> {
  return { new: await sampleOf(ctx, sql`stock_id is null`), used: await sampleOf(ctx, sql`stock_id is not null`) };
}

async function sampleOf(ctx: Ctx, car: ReturnType<typeof sql>): Promise<QuoteSample | null> {
  const { rows } = await sql<{ id: number }>`select id from quotes where company_id = ${ctx.user.companyId}
    and not superseded and state in ('draft', 'issued') and ${car} order by id desc limit 1`.execute(ctx.db);
  if (!rows[0]) return null;
  const { draft, snapshot, rootId, number, vehicle } = await quoteCourse.find(ctx, rows[0].id);
  try {
    const priced = snapshot?.priced ?? price(draft, await readSheet(ctx, draft, rootId));
    const shown = priced.rows.filter(({ kind, no }) => kind !== 'info' && no <= LAST_ROW);
    return {
      number,
      vehicle,
      listTotal: priced.listTotal,
      rows: shown.map(({ no, key, label, amount, kind }) => ({ no, key, label, amount, isSum: kind === 'sum' })),
    };
  } catch (error) {
    // The version of an old draft may have left the catalogue.
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  }
}
