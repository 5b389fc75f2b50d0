type Call = App.Locals['call'];

/** A quote and the sheet that prices it. */
export async function readPriced(call: Call, id: number) {
  const params = { id };
  const [quote, sheet] = await Promise.all([
    call('GET /quotes/:id', { params }),
    call('GET /quotes/:id/sheet', { params }),
  ]);
  return { quote, sheet };
}

/** No quote yet, and the sheet of a car of the used stock today. */
export const startUsed = async (call: Call, stockId: number) => ({
  quote: null,
  sheet: await call('GET /quotes/used-sheets/:stockId', { params: { stockId } }),
});

/** No quote yet, and the sheet of its version today, or of the very car of the new stock. */
export const startPriced = async (call: Call, versionId: number, car?: number) => ({
  quote: null,
  sheet: await call('GET /quotes/sheets/:versionId', { params: { versionId }, query: car ? { car } : {} }),
});
