/** Sellers are told, once, whose open quotes have another list since an edition; nothing of a quote is recalculated. */
import { sql } from 'kysely';
import type { Events } from '#domain/events.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { forEachCompany } from '../lib/people/companies.ts';
import { notify } from '../lib/people/notify.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { relistedOn } from './sheet/list-day.ts';

interface Relisted {
  sellerId: number;
  quotes: number;
  /** Of them, those that were never issued. */
  drafts: number;
  issuedDays: number;
  draftDays: number;
}

const lasting = (days: number) => (days === 1 ? 'solo per oggi' : `per ${days} giorni`);

/** What becomes of the prices of a seller's quotes. */
const textOf = ({ quotes, drafts, issuedDays, draftDays }: Relisted): string =>
  [
    quotes > drafts &&
      (issuedDays > 0
        ? `Gli emessi e le loro revisioni restano al listino di prima ${lasting(issuedDays)}.`
        : 'Gli emessi valgono fino alla scadenza; una nuova revisione prende il listino di oggi.'),
    drafts > 0 &&
      (draftDays > 0
        ? `Le bozze restano al listino di prima ${lasting(draftDays)}.`
        : 'Le bozze prendono il listino di oggi.'),
  ]
    .filter(Boolean)
    .join(' ');

async function tell(ctx: Ctx, editionId: number): Promise<void> {
  const { rows } = await sql<Relisted>`select q.seller_id, count(*)::int as quotes,
      count(*) filter (where q.revision = 1 and q.issued_at is null)::int as drafts, n.issued_days, n.draft_days
    from quotes q join catalog_editions n on n.company_id = ${MANUFACTURER} and n.id = ${editionId}
    where q.company_id = ${ctx.user.companyId} and q.version_id = any(n.version_ids) and ${relistedOn(ctx.today)}
    group by q.seller_id, n.issued_days, n.draft_days order by q.seller_id`.execute(ctx.db);
  for (const told of rows) {
    const { sellerId, quotes } = told;
    await notify(ctx, [sellerId], {
      kind: 'list_changed',
      title: quotes === 1 ? 'Listino cambiato: un preventivo aperto' : `Listino cambiato: ${quotes} preventivi aperti`,
      text: textOf(told),
      href: '/dealer/quotes/retail?relisted=true',
      once: `list_changed:${editionId}`,
    });
  }
}

/** Goes through the companies after an edition has come into force. */
export const relistedJob: Job<{ editionId: number }> = {
  name: 'quotes.relisted',
  run: (ctx, { editionId }) => forEachCompany(ctx, (inner) => tell(inner, editionId)),
};

/** A publication waits for no dealer: its sellers are told afterwards. */
export const tellSellers = (ctx: Ctx, { editionId }: Events['list.published']): Promise<void> =>
  ctx.enqueue(relistedJob, { editionId });
