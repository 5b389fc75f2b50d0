/** What a wholesale offer gives to its contract (backend/lib/agreed.ts): its cars are sold by its acceptance. */
import type { Agreed } from '#domain/contracts/agreed.ts';
import { usedMargin } from '#domain/stock/margin.ts';
import type { Source } from '#backend/lib/agreed.ts';
import { b2bCourse, type B2bRecord } from './records.ts';

/** VAT that the cars in the margin scheme owe. */
function marginVatOf({ snapshot }: B2bRecord): number {
  const { sheet, priced } = snapshot!;
  return priced.cars
    .filter(({ regime }) => regime === 'margin')
    .reduce((sum, { carId, price }) => {
      const costed = sheet.cars.find(({ id }) => id === carId)?.costed;
      return costed?.purchaseCost == null
        ? sum
        : sum + usedMargin(price, costed.purchaseCost + costed.costs.gross, sheet.taxRate).vat;
    }, 0);
}

function agreedOf(offer: B2bRecord): Agreed {
  const { draft, snapshot, vehicle } = offer;
  const { priced } = snapshot!;
  const margin = priced.margin?.amount ?? null;
  return {
    kind: 'b2b',
    channel: 'b2b',
    customer: draft.customer,
    vehicle,
    body: null,
    paint: null,
    makerId: null,
    modelId: null,
    versionId: null,
    optionIds: [],
    cars: priced.cars.map(({ carId, price, regime }) => ({ kind: 'used', id: carId, price, regime })),
    figures: {
      total: priced.total,
      keysInHand: priced.total,
      listTotal: priced.carsTotal,
      discount: 0,
      deposit: 0,
      financed: 0,
      instalment: null,
      balance: priced.total,
      vat: priced.vat,
      marginVat: marginVatOf(offer),
      marginFirst: margin,
      marginSecond: margin,
      marginThird: margin,
    },
    tradeIns: [],
    objectives: [],
    insured: false,
    // Whoever issued it was within the limits, or had consent.
    withinCap: true,
    draft,
    snapshot: snapshot!,
  };
}

export const offerSource: Source = {
  async take(ctx, id) {
    const offer = await b2bCourse.find(ctx, id, { lock: true });
    const { state, superseded, snapshot } = offer;
    return {
      rootId: offer.rootId!,
      number: offer.number ?? '',
      sellerId: offer.sellerId,
      locationId: null,
      refused:
        superseded || state !== 'accepted'
          ? 'Si fa il contratto di un’offerta accettata: le auto sono già vendute.'
          : null,
      agreed: snapshot && agreedOf(offer),
      expired: null,
    };
  },
  // It stays accepted, with its cars sold: what it can no longer do, its moves ask of the contract.
  convert: async () => {},
  reopen: async () => {},
};
