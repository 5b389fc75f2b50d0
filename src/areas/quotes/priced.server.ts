type Call = App.Locals['call'];

export async function readPriced(call: Call, id: number) {
  const params = { id };
  const [quote, sheet] = await Promise.all([
    call('GET /quotes/:id', { params }),
    call('GET /quotes/:id/sheet', { params }),
  ]);
  return { quote, sheet };
}

/** A new quote for a car of the used stock, with today's sheet. */
export const startUsed = async (call: Call, stockId: number) => ({
  quote: null,
  sheet: await call('GET /quotes/used-sheets/:stockId', { params: { stockId } }),
});

/** A new quote for a version, or for a car of the new stock, with today's sheet. */
export const startPriced = async (call: Call, versionId: number, car?: number) => ({
  quote: null,
  sheet: await call('GET /quotes/sheets/:versionId', { params: { versionId }, query: car ? { car } : {} }),
});
