/** Targets in force, for other areas: commissions that are paid by them, desks, reports. */
import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { endOfMonth } from '#domain/record/figures.ts';
import { round } from '#domain/money.ts';
import { addsUp } from '#domain/stats/targets/objectives.ts';
import type { TargetEdition } from '#domain/stats/targets/endpoints.ts';
import type { TargetAsked, Targets } from '#backend/lib/ports/targets.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { Figures } from '../figures.ts';
import { editionOf, ofAim, readCells } from './cells.ts';
import { countDone } from './done.ts';
import { readNow } from './now.ts';
import { placesOf, saidOf } from './said.ts';

async function find(ctx: Ctx, asked: TargetAsked): Promise<{ edition: TargetEdition; target: number } | null> {
  const edition = await editionOf(ctx, { year: Number(asked.month.slice(0, 4)), state: 'in_force' });
  if (!edition) return null;
  const month = Number(asked.month.slice(5, 7));
  const { sellerId, locationId } = asked;
  const places =
    sellerId === undefined || locationId !== undefined || addsUp(asked) ? [] : await placesOf(ctx, sellerId);
  const cells = await readCells(ctx, edition.id, [ofAim(asked), sql`t.month = ${month}`]);
  const said = saidOf(cells, asked, { sellerId, locationId, places });
  return said && { edition, target: said.amount };
}

/** The mark of a month's first days says nothing, and each target is told of once a month. */
const FIRST_DAYS = 7;

export const targetsOf = (figures: Pick<Figures, 'contracts'>): Targets => ({
  target: async (ctx, asked) => (await find(ctx, asked))?.target ?? null,
  async reached(ctx, asked) {
    const found = await find(ctx, asked);
    if (!found) return null;
    const { locationId, sellerId, month } = asked;
    const days = { from: `${month.slice(0, 7)}-01`, to: endOfMonth(month) };
    const only = { ...(locationId !== undefined && { locationId }), ...(sellerId !== undefined && { sellerId }) };
    const { of, over } = await countDone(ctx, figures, asked, { basis: found.edition.basis, days, only });
    const done = addsUp(asked) ? of : over === 0 ? 0 : round((of * 100_00) / over);
    return { target: found.target, done };
  },
  async lagging(ctx, percent) {
    if (Number(ctx.today.slice(8)) <= FIRST_DAYS) return [];
    const year = Number(ctx.today.slice(0, 4));
    const edition = await editionOf(ctx, { year, state: 'in_force' });
    if (!edition) return [];
    // It is told before the day begins: what counts is what was to be done by yesterday.
    const yesterday = { ...ctx, today: addDays(ctx.today, -1) };
    const { month, cards } = await readNow(yesterday, figures, { edition, most: Infinity });
    return cards.flatMap(({ objective, aim, of, label, target, done, expected }) =>
      expected === null || done >= expected * (1 - percent / 100) || done >= target
        ? []
        : [{ key: [year, month, objective, aim, of].join('/'), label, target, done, expected }],
    );
  },
});
