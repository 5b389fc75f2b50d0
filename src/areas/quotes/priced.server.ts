import type { Quote } from '#domain/quotes/schema.ts';

type Call = App.Locals['call'];

/** A quote and the sheet that prices it; `contract`: the one that gets its price. */
export async function readPriced(call: Call, id: number, contract?: number) {
  const params = { id };
  const [quote, sheet] = await Promise.all([
    call('GET /quotes/:id', { params }),
    call('GET /quotes/:id/sheet', { params, query: { contract } }),
  ]);
  return { quote, sheet };
}

/** What a draft costs otherwise than when it was saved; null where it is nothing, and for an issued quote. */
export const readRepriced = async (call: Call, { id, state }: Pick<Quote, 'id' | 'state'>) =>
  state === 'draft' ? (await call('GET /quotes/:id/today', { params: { id } })).repriced : null;

/** A new quote for a car of the used stock, or the new price of a contract, with today's sheet. */
export const startUsed = async (call: Call, stockId: number, contract?: number) => ({
  quote: null,
  sheet: await call('GET /quotes/used-sheets/:stockId', { params: { stockId }, query: { contract } }),
});

/** A new quote for a version or a car of the new stock, or the new price of a contract, with today's sheet. */
export const startPriced = async (call: Call, versionId: number, query: { car?: number; contract?: number }) => ({
  quote: null,
  sheet: await call('GET /quotes/sheets/:versionId', { params: { versionId }, query }),
});
