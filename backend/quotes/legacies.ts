import { sql, type SqlBool } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { dealing, quoteRights } from '#domain/quotes/rights.ts';
import type { Absence, Legacy } from '../lib/people/legacy.ts';
import type { Ctx } from '../lib/work/context.ts';

const open = () => sql<SqlBool>`r.state in ('draft', 'issued') and not r.superseded`;

/** Offers that end in those days: a customer may accept, or wants a new one. */
const due = (_: Ctx, { from, until }: Absence) =>
  sql<SqlBool>`r.state = 'issued' and not r.superseded and r.expires_on < ${dayInRome(until)}
    and (${from && dayInRome(from)}::date is null or r.expires_on >= ${from && dayInRome(from)})`;

/** Open quotes and wholesale offers, with their older revisions, so that the new seller can read the history. */
export const quoteLegacies: readonly Legacy[] = [
  {
    kind: 'quotes',
    table: 'quotes',
    column: 'seller_id',
    entity: 'quote',
    fact: 'seller',
    words: ['preventivo aperto', 'preventivi aperti'],
    all: '{n} in tutto: gli altri restano a suo nome',
    open,
    due,
    along: ({ user }, ids) => sql<SqlBool>`r.superseded and r.root_id in (select o.root_id from quotes o
      where o.company_id = ${user.companyId} and o.id = any(${[...ids]}::bigint[]))`,
    heirs: quoteRights.change.own,
    async given(ctx, ids, sellerId) {
      if (sellerId === null) return;
      const { rows } = await sql<{ quoteId: number }>`select distinct root_id as quote_id from quotes
        where company_id = ${ctx.user.companyId} and id = any(${[...ids]}::bigint[])`.execute(ctx.db);
      await ctx.emit('quotes.handed', { quotes: rows.map(({ quoteId }) => ({ quoteId, sellerId })) });
    },
  },
  {
    kind: 'offers',
    table: 'b2b_quotes',
    column: 'seller_id',
    entity: 'b2b_quote',
    fact: 'seller',
    words: ['offerta B2B aperta', 'offerte B2B aperte'],
    all: '{n} in tutto: le altre restano a suo nome',
    open,
    due,
    along: ({ user }, ids) => sql<SqlBool>`r.superseded and r.root_id in (select o.root_id from b2b_quotes o
      where o.company_id = ${user.companyId} and o.id = any(${[...ids]}::bigint[]))`,
    heirs: dealing.all,
  },
];
