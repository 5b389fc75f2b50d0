import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { SOON_DAYS } from '#domain/quotes/limits.ts';
import type { Ctx } from '../lib/work/context.ts';
import { b2bHref, quoteHref } from '../lib/records/links.ts';
import { notify } from '../lib/people/notify.ts';
import { hourly } from '#domain/due-times.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { lostCar } from './car/one-car.ts';

async function warn(ctx: Ctx): Promise<void> {
  const quotes = await ctx.db
    .selectFrom('quotes as q')
    .select([
      'id',
      'number',
      'customerName',
      'vehicle',
      'expiresOn',
      'sellerId',
      'makerId',
      'modelId',
      'versionId',
      'stockId',
    ])
    .where('companyId', '=', ctx.user.companyId)
    .where('state', '=', 'issued')
    .where('superseded', '=', false)
    .where('expiresOn', '>=', ctx.today)
    .where('expiresOn', '<=', addDays(ctx.today, SOON_DAYS))
    // One whose car is sold is not valid any more: its seller was told of that.
    .where(sql<boolean>`not ${lostCar}`)
    .orderBy('expiresOn', 'desc')
    .orderBy('id')
    .execute();
  const offers = await ctx.db
    .selectFrom('b2bQuotes')
    .select(['id', 'number', 'customerName', 'vehicle', 'expiresOn', 'sellerId'])
    .where('companyId', '=', ctx.user.companyId)
    .where('state', '=', 'issued')
    .where('superseded', '=', false)
    .where('expiresOn', '>=', ctx.today)
    .where('expiresOn', '<=', addDays(ctx.today, SOON_DAYS))
    .orderBy('id')
    .execute();
  const expiring = [
    ...quotes.map((quote) => ({ ...quote, kind: 'quote', href: quoteHref(quote) })),
    ...offers.map((offer) => ({ ...offer, kind: 'b2b_quote', href: b2bHref(offer.id) })),
  ];
  for (const quote of expiring)
    await notify(ctx, [quote.sellerId], {
      kind: 'quote_expiring',
      title: `${quote.number} scade il ${day(quote.expiresOn!)}`,
      text: [quote.customerName, quote.vehicle].filter(Boolean).join(' · '),
      href: quote.href,
      // A quote that is reopened with another last day is announced again.
      once: `${quote.kind}_expiring:${quote.id}:${quote.expiresOn}`,
    });
}

/** Tells sellers about quotes that are about to expire, during working hours only. */
export const expiringQuotes: Schedule = {
  name: 'expiring-quotes',
  at: hourly(7, 19, 7),
  run: warn,
};
