/** What valuations ask of quotes: to take a valued car in, and to leave it out again. */
import { Failure } from '#domain/errors.ts';
import { blankOf } from '#domain/record/fields.ts';
import { normalisePlate } from '#domain/plates.ts';
import { tradeInFields } from '#domain/quotes/fields.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import type { Takers } from '../lib/ports/barter.ts';
import type { Ctx } from '../lib/work/context.ts';
import { columnsOf, derive, factsOf } from './sheet/derive.ts';
import { quoteCourse, type QuoteRecord } from './records.ts';
import { drafts } from './write.ts';

/** The most cars that a quote takes in (rules.md §3, 5). */
const MOST = 3;
const wrong = (message: string) => new Failure('invalid', undefined, { fields: { quoteId: message } });

const isOf = (plate: string) => (car: TradeIn) => normalisePlate(car.plate) === normalisePlate(plate);

/** Saves the draft as its seller would: with today's prices, the same rights, audit and version. */
const save = (ctx: Ctx, { id, version, draft }: QuoteRecord, tradeIns: TradeIn[]) =>
  drafts['PUT /quotes/:id'](ctx, { params: { id }, version, body: { ...draft, tradeIns } });

/** Writes the draft without the car: whoever may take the valuation back may undo what it wrote. */
async function leaveOut(ctx: Ctx, quote: QuoteRecord, tradeIns: TradeIn[]): Promise<void> {
  const derived = await derive(ctx, { ...quote.draft, tradeIns }, quote.rootId);
  await quoteCourse.write(ctx, quote, columnsOf(derived), { before: {}, after: factsOf(derived) });
}

export const barter: Pick<Takers, 'put' | 'drop'> = {
  async put(ctx, quoteId, car) {
    const quote = await quoteCourse.find(ctx, quoteId, { lock: true }).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'not_found') throw wrong('Scegliere un preventivo');
      throw error;
    });
    if (quote.state !== 'draft') throw wrong('Si sceglie una bozza: un preventivo emesso non cambia più');
    const { tradeIns } = quote.draft;
    // The same car, typed in before it was valued, is replaced rather than doubled.
    const others = car.plate === '' ? tradeIns : tradeIns.filter((one) => !isOf(car.plate)(one));
    if (others.length >= MOST) throw wrong(`Il preventivo ha già ${MOST} auto in permuta`);
    const known = tradeIns.find(isOf(car.plate));
    await save(ctx, quote, [
      ...others,
      { ...blankOf(tradeInFields), ...(car.plate !== '' && known), ...car, standInValue: car.valuation },
    ]);
  },
  async drop(ctx, quoteId, plate) {
    const quote = await quoteCourse.find(ctx, quoteId, { lock: true });
    const { tradeIns } = quote.draft;
    if (!tradeIns.some(isOf(plate))) return;
    if (quote.state === 'draft')
      await leaveOut(
        ctx,
        quote,
        tradeIns.filter((car) => !isOf(plate)(car)),
      );
    else if (quote.state !== 'closed' && !quote.superseded)
      throw new Failure(
        'conflict',
        `L’auto è in permuta nel preventivo ${quote.number}, già emesso: prima si chiude quello.`,
      );
  },
};
