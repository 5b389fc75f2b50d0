import { amountForInstalment } from '#domain/financials/offers.ts';
import type { Version } from '#domain/catalog/schema.ts';
import { Failure } from '#domain/errors.ts';
import { parseNumber } from '#site/ui/money.ts';

/** Run on the server: what the pages that lead to the builder ask the catalogue. */
type Call = App.Locals['call'];

const idOf = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null);

/** Identifiers of a page's path; what is no positive integer is a page that does not exist. */
export function pathIds<K extends string>(
  params: Record<string, string | undefined>,
  ...names: K[]
): Record<K, number> {
  return Object.fromEntries(
    names.map((name) => {
      const id = idOf(params[name]);
      if (id === null) throw new Failure('not_found');
      return [name, id];
    }),
  ) as Record<K, number>;
}

/** Ids in a query: `ids=1,2,3` or `ids=1&ids=2`; at most `limit`, each once, what is no id left out. */
export function queryIds(query: URLSearchParams, name: string, limit = 3): number[] {
  const all = query.getAll(name).flatMap((text) => text.split(','));
  const found = all.flatMap((text) => idOf(text) ?? []);
  return [...new Set(found)].slice(0, limit);
}

export interface Filters {
  fuel: string;
  gearbox: string;
  kwFrom: string;
  kwTo: string;
  /** In euro, as typed. */
  price: string;
}

export function filtersOf(query: URLSearchParams): Filters {
  const get = (name: keyof Filters) => query.get(name)?.trim() ?? '';
  return { fuel: get('fuel'), gearbox: get('gearbox'), kwFrom: get('kwFrom'), kwTo: get('kwTo'), price: get('price') };
}

/** The versions that pass; a filter that is empty or no number lets everything through. */
export function filterVersions(
  versions: readonly Version[],
  { fuel, gearbox, kwFrom, kwTo, price }: Filters,
): Version[] {
  const from = parseNumber(kwFrom) ?? 0;
  const to = parseNumber(kwTo) ?? Infinity;
  const most = (parseNumber(price) ?? Infinity) * 100;
  return versions.filter(
    (one) =>
      (!fuel || one.fuel === fuel) &&
      (!gearbox || one.gearbox === gearbox) &&
      one.kw >= from &&
      one.kw <= to &&
      one.listPrice <= most,
  );
}

export interface Found {
  maker: { id: number; name: string };
  model: { id: number; name: string; body: string };
  version: Version;
}

const SHOWN = 24;

/** Every model on sale, cheapest first. */
async function modelsOnSale(call: Call) {
  const makers = await call('GET /catalog/makers', {});
  const all = await Promise.all(makers.map(({ id }) => call('GET /catalog/makers/:id', { params: { id } })));
  return all
    .flatMap(({ models }) => models.filter((model) => model.fromPrice !== null))
    .sort((a, b) => a.fromPrice! - b.fromPrice!);
}

/** Versions up to a list price in cents, dearest first: what the money buys at most. */
export async function versionsWithin(call: Call, budget: number): Promise<Found[]> {
  const models = (await modelsOnSale(call)).filter((model) => model.fromPrice! <= budget);
  const all = await Promise.all(models.map(({ id }) => call('GET /catalog/models/:id', { params: { id } })));
  return all
    .flatMap(({ maker, model, versions }) => versions.map((version) => ({ maker, model, version })))
    .filter(({ version }) => version.listPrice <= budget)
    .sort((a, b) => b.version.listPrice - a.version.listPrice || a.version.id - b.version.id)
    .slice(0, SHOWN);
}

/**
 * The list price in cents that an instalment and a deposit carry, by the longest classic loan on offer today. Null without such a
 * loan. Indicative: the builder says what it really costs.
 */
export async function budgetOf(call: Call, instalment: number, deposit: number) {
  const [cheapest] = await modelsOnSale(call);
  if (!cheapest) return null;
  const { versions } = await call('GET /catalog/models/:id', { params: { id: cheapest.id } });
  const { plans } = await call('GET /quotes/sheets/:versionId', { params: { versionId: versions[0]!.id } });
  const plan = plans.find(({ type }) => type === 'loan');
  if (!plan) return null;
  const months = Math.max(...plan.terms.map((term) => term.months));
  const basis = { listTotal: 0, keysInHand: 0, upfront: deposit };
  const amount = amountForInstalment(instalment, plan, { months, protection: false }, basis);
  return amount === null ? null : { budget: Math.min(amount, plan.maxAmount) + deposit, months, plan: plan.name };
}
