import { Failure } from '#domain/errors.ts';
import { day, time } from '#domain/italian.ts';
import { dayInRome } from '#domain/dates.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { b2bRights, quoteRights } from '#domain/quotes/rights.ts';
import type { QuoteNext } from '#domain/quotes/desk/next-step.ts';
import { anyOf, covers } from '#domain/record/rights.ts';
import { stockRights } from '#domain/stock/rights.ts';
import { stockSettingFields } from '#domain/stock/setting-fields.ts';
import type { Verbs } from '#backend/lib/work/bind.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { take } from '#backend/lib/records/move.ts';
import { readSettingsOn } from '#backend/lib/records/params.ts';
import { carOf, hold, holdOf, lostTo, readOneCar, rivalsOf, type Rival } from '../car/one-car.ts';
import { openQuestions } from './open-questions.ts';
import { quoteCourse, type QuoteRecord } from '../records.ts';

/** Whether the caller may open the quote or wholesale offer. */
const opens = ({ user }: Ctx, { href, sellerId }: Rival): boolean =>
  covers((href.startsWith('/quotation/b2b') ? b2bRights : quoteRights).see, user.privileges, sellerId === user.id);

const readReceipt = async ({ db, user }: Ctx, { id }: QuoteRecord): Promise<QuoteNext['receipt']> =>
  (await db
    .selectFrom('messages')
    .select(['address as to', 'sentAt', 'failedAt'])
    .where('companyId', '=', user.companyId)
    .where('entity', '=', 'quote')
    .where('recordId', '=', id)
    .where('receipt', '=', true)
    .orderBy('id', 'desc')
    .executeTakeFirst()) ?? null;

async function nextOf(ctx: Ctx, quote: QuoteRecord): Promise<QuoteNext> {
  const { rootId, customerId, state, superseded } = quote;
  const place = carOf(quote);
  const car = place && (await readOneCar(ctx, place));
  const kept = car ? holdOf(car, rootId, ctx.now) : null;
  const isAccepted = state === 'accepted' && !superseded;
  const [settings] = await readSettingsOn(ctx.db, ctx.user.companyId, { group: 'stock', fields: stockSettingFields }, [
    ctx.today,
  ]);
  return {
    isStock: place !== null,
    isBought: car ? car.gone !== null && lostTo(car, customerId) === null : false,
    car: place && holds(ctx, ...anyOf(stockRights.see)) ? `/dealer/stock/${place.kind}/${place.id}` : null,
    hold: kept && { by: kept.by, until: kept.until, state: kept.isOwn ? (kept.lapsed ? 'lapsed' : 'own') : 'other' },
    holdDays: settings!.holdDays,
    rivals: place
      ? (await rivalsOf(ctx, place, rootId)).map((rival) => ({
          number: rival.number,
          seller: rival.seller,
          isAccepted: rival.isAccepted,
          href: opens(ctx, rival) ? rival.href : null,
        }))
      : [],
    missing: isAccepted ? await openQuestions(ctx, quote) : [],
    receipt: isAccepted ? await readReceipt(ctx, quote) : null,
  };
}

const noCar = () => new Failure('conflict', 'Il preventivo non è di un’auto dello stock.');

/** The verbs about the car of an issued quote. */
export const nextStepVerbs: Pick<
  Verbs<typeof table>,
  'GET /quotes/:id/next-step' | 'POST /quotes/:id/hold' | 'DELETE /quotes/:id/hold'
> = {
  'GET /quotes/:id/next-step': async (ctx, { params }) => nextOf(ctx, await quoteCourse.read(ctx, params.id)),
  /** Holds the car, or prolongs the hold. Throws `conflict` when it is sold or somebody else holds it. */
  'POST /quotes/:id/hold': async (ctx, { params }) => {
    const quote = await take(ctx, quoteCourse, { id: params.id, action: 'hold' });
    const place = carOf(quote);
    if (!place) throw noCar();
    await hold(ctx, quote);
    const now = holdOf((await readOneCar(ctx, place))!, quote.rootId, ctx.now);
    if (now && !now.isOwn)
      throw new Failure(
        'conflict',
        `L’auto è opzionata da ${now.by} fino al ${day(dayInRome(new Date(now.until)))} alle ${time(now.until)}.`,
      );
    return nextOf(ctx, quote);
  },
  /** Throws `conflict` when the quote holds no car. */
  'DELETE /quotes/:id/hold': async (ctx, { params }) => {
    const quote = await take(ctx, quoteCourse, { id: params.id, action: 'letGo' });
    const place = carOf(quote);
    const car = place && (await readOneCar(ctx, place));
    if (!car || !holdOf(car, quote.rootId, ctx.now)?.isOwn)
      throw new Failure('conflict', 'L’auto non è tenuta per questo preventivo.');
    await ctx.emit('car.released', { quoteId: quote.rootId!, except: null, forGood: true });
    return nextOf(ctx, quote);
  },
};
