import type { AstroGlobal } from 'astro';
import type { Comments } from '#domain/record/comments.ts';
import { dayInRome } from '#domain/dates.ts';
import { may } from '#domain/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import type { Repriced } from '#domain/quotes/sheet/changes.ts';
import { actionsOf } from '#domain/record/machine.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { HashedSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import type { QuoteStart } from '#domain/quotes/settings/schema.ts';
import { usedSections, type QuoteSection } from '#domain/quotes/terms.ts';
import { readAround, type Around } from '#site/areas/quotes/issued/around.ts';
import { readPriced, readRepriced, startPriced, startUsed } from '#site/areas/quotes/priced.server.ts';
import { contractOf, pathIds, queryIds } from '#site/areas/quotes/start/choose.server.ts';
import { draftFrom } from './draft.server.ts';
import type { BuilderProps } from './quote.ts';

type Page = Pick<AstroGlobal, 'locals' | 'params' | 'url'>;
interface Opened {
  quote: Quote | null;
  sheet: HashedSheet;
  repriced: Repriced | null;
}

/** What the person may do in the builder, apart from steps of the quote itself. */
const builderMay = (user: Parameters<typeof may>[0]): BuilderProps['may'] => ({
  compare: may(user, 'POST /quotes'),
  list: may(user, 'GET /quotes'),
  createCustomer: may(user, 'POST /customers'),
  editCustomer: may(user, 'PUT /customers/:id'),
});

async function propsOf(
  page: Page,
  opened: Opened,
  start: QuoteStart,
  sections: readonly QuoteSection[],
): Promise<BuilderProps> {
  const { province, deposit, notes } = start;
  const { user } = page.locals;
  return {
    ...opened,
    contract: contractOf(page.url.searchParams),
    contractSeen: await seenOf(page),
    start: emptyDraft(opened.sheet, province, { deposit, notes }),
    user: { id: user!.id, privileges: user!.privileges },
    may: builderMay(user!),
    sections,
    today: dayInRome(new Date()),
  };
}

/** The story of the quote that a page opens; null for a draft or an unsaved quote. */
export async function aroundOf({ locals }: Page, { quote, user, today }: BuilderProps): Promise<Around | null> {
  if (!quote || quote.state === 'draft') return null;
  const facts = { ...quote, sellerId: quote.seller.id };
  return readAround(locals.call, quote.id, actionsOf(quoteMachine, facts, { ...user, today }));
}

/** What colleagues wrote about the quote that a page opens; null for an unsaved quote. */
export const commentsOf = ({ locals }: Page, { quote }: BuilderProps): Promise<Comments> | null =>
  quote && locals.call('GET /quotes/:id/comments', { params: { id: quote.id } });

/** The contract whose price is changed; undefined where there is none yet. */
function contractIn({ url }: Page): number | undefined {
  const contract = contractOf(url.searchParams);
  return typeof contract === 'number' ? contract : undefined;
}

/** The version of the contract that the person saw when its price was begun; null where there is no contract yet. */
async function seenOf(page: Page): Promise<number | null> {
  const [seen] = queryIds(page.url.searchParams, 'seen', 1);
  const contract = contractIn(page);
  if (!contract) return null;
  return seen ?? (await page.locals.call('GET /contracts/:id/price', { params: { id: contract } })).version;
}

/** What a draft costs otherwise than when it was saved; a working copy was saved at other prices than its contract's. */
const repricedOf = async (page: Page, quote: Quote | null): Promise<Repriced | null> =>
  quote && !contractIn(page) ? readRepriced(page.locals.call, quote) : null;

/** What goes on with another car: the draft of a quote (`from`), or what a contract agreed; null for a price that begins here. */
async function goesOn(page: Page): Promise<QuoteDraft | null> {
  const { call } = page.locals;
  const [from] = queryIds(page.url.searchParams, 'from', 1);
  if (from) return (await call('GET /quotes/:id', { params: { id: from } })).draft;
  const contract = contractIn(page);
  return contract ? (await call('GET /contracts/:id/price', { params: { id: contract } })).draft : null;
}

/** Props of the builder for a version of the catalogue, new or with a quote. Throws `not_found` when the path names another car. */
export async function newProps(page: Page): Promise<BuilderProps> {
  const { call } = page.locals;
  const { makerid, modelid, carid } = pathIds(page.params, 'makerid', 'modelid', 'carid');
  const [quoteId] = queryIds(page.url.searchParams, 'quote', 1);
  const [car] = queryIds(page.url.searchParams, 'car', 1);
  const priced = await (quoteId
    ? readPriced(call, quoteId, contractIn(page))
    : startPriced(call, carid, { car, contract: contractIn(page) }));
  const { maker, model, version } = priced.sheet;
  if (maker.id !== makerid || model.id !== modelid || version.id !== carid) throw new Failure('not_found');
  const start = await call('GET /quotes/start', {});
  const before = quoteId ? null : await goesOn(page);
  const repriced = await repricedOf(page, priced.quote);
  const props = await propsOf(page, { ...priced, repriced }, start, start.sections);
  return before ? { ...props, start: draftFrom(props.start, before, priced.sheet) } : props;
}

/** Props of the builder for a car of the used stock, with the state of the car. */
export async function usedProps(page: Page) {
  const { call } = page.locals;
  const { stockid: stockId } = pathIds(page.params, 'stockid');
  const [quoteId] = queryIds(page.url.searchParams, 'quote', 1);
  const [priced, before, start, standing] = await Promise.all([
    quoteId ? readPriced(call, quoteId, contractIn(page)) : startUsed(call, stockId, contractIn(page)),
    quoteId ? null : goesOn(page),
    call('GET /quotes/start', {}),
    call('GET /quotes/used-cars/:stockId', { params: { stockId } }),
  ]);
  if (priced.sheet.used?.stockId !== stockId) throw new Failure('not_found');
  const repriced = await repricedOf(page, priced.quote);
  const props = await propsOf(page, { ...priced, repriced }, start, usedSections);
  return { standing, props: before ? { ...props, start: draftFrom(props.start, before, priced.sheet) } : props };
}
