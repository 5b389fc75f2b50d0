/** A quote uses a valuation: the builder takes the car in at the offer, once, whoever valued it. */
import { Failure } from '#domain/errors.ts';
import { refusalOf } from '#domain/record/machine.ts';
import type { valuations as table } from '#domain/valuations/endpoints.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Takers } from '../lib/ports/barter.ts';
import type { Ctx } from '../lib/work/context.ts';
import { carry } from '../lib/records/move.ts';
import { takeIn } from './moves.ts';
import { valuationCourse } from './records.ts';

/** Throws `conflict` that names the quote which uses the valuation already. */
async function refuseUsed({ db, user }: Ctx, quoteId: number): Promise<never> {
  const quote = await db
    .selectFrom('quotes as q')
    .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'q.companyId').onRef('u.id', '=', 'q.sellerId'))
    .select(['q.number', 'u.name as seller'])
    .where('q.companyId', '=', user.companyId)
    .where('q.id', '=', quoteId)
    .executeTakeFirstOrThrow();
  const named = quote.number ? `nel preventivo ${quote.number}` : 'in una bozza';
  throw new Failure(
    'conflict',
    `Questa valutazione è già usata ${named} di ${quote.seller}: lì si toglie, oppure si rivaluta l’auto.`,
  );
}

export const useBy =
  ({ put }: Pick<Takers, 'put'>): VerbOf<typeof table, 'POST /valuations/:id/use'> =>
  async (ctx, { params: { id }, body: { quoteId } }) => {
    const record = await valuationCourse.find(ctx, id, { lock: true });
    if (record.quoteId !== null) await refuseUsed(ctx, record.quoteId);
    // The valuation may be a colleague's, because the offer is the company's.
    const refusal = refusalOf(valuationMachine, record, { ...ctx.user, today: ctx.today }, 'barter');
    if (refusal?.code === 'conflict') throw new Failure('conflict', refusal.message);
    await carry(ctx, valuationCourse, record, 'barter', await takeIn(ctx, put, record, quoteId));
    return { number: record.number };
  };
