import { addDays, daysBetween } from '#domain/dates.ts';
import { notices as table } from '#domain/notices/endpoints.ts';
import { bind } from '../lib/bind.ts';
import { cleanHtml } from '../lib/html.ts';
import { quoteHref } from '../lib/links.ts';

/** An own quote is worth a word when it expires within this many days (domain.md §4.2). */
const WARN_DAYS = 2;

const when = (days: number) => (days === 0 ? 'oggi' : days === 1 ? 'domani' : `tra ${days} giorni`);

export const notices = bind(table, {
  'GET /portal/notices/active': async ({ db, now }) => {
    const at = now.toISOString();
    const rows = await db
      .selectFrom('notices')
      .select(['id', 'color', 'title', 'body'])
      .where('startsAt', '<=', at)
      .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', at)]))
      .orderBy('startsAt', 'desc')
      .orderBy('id', 'desc')
      .limit(20)
      .execute();
    return rows.map((row) => ({ ...row, body: cleanHtml(row.body) }));
  },
  'GET /notifications': async ({ db, user, today }) => {
    const rows = await db
      .selectFrom('quotes')
      .select(['id', 'number', 'customerName', 'vehicle', 'expiresOn', 'makerId', 'modelId', 'versionId'])
      .where('companyId', '=', user.companyId)
      .where('sellerId', '=', user.id)
      .where('state', '=', 'issued')
      .where('superseded', '=', false)
      .where('expiresOn', '>=', today)
      .where('expiresOn', '<=', addDays(today, WARN_DAYS))
      .orderBy('expiresOn')
      .orderBy('id')
      .limit(50)
      .execute();
    return rows.map((row) => ({
      kind: 'quote_expiring' as const,
      title: `${row.number} scade ${when(daysBetween(today, row.expiresOn!))}`,
      text: [row.customerName, row.vehicle].filter(Boolean).join(' · '),
      href: quoteHref(row),
      at: row.expiresOn!,
    }));
  },
});
