/** What a wholesale offer gives to its contract (backend/lib/ports/agreed.ts): its cars are sold by its acceptance. */
import type { Agreed } from '#domain/contracts/agreed.ts';
import { plainLine, type SaleFacts, type TaxPart } from '#domain/sale-lines.ts';
import { usedMargin } from '#domain/stock/margin.ts';
import { saleRegimes } from '#domain/stock/terms.ts';
import { money } from '#domain/italian.ts';
import { netOf, vatOf } from '#domain/money.ts';
import type { B2bDraft } from '#domain/quotes/b2b/fields.ts';
import { servicesOf } from '#domain/quotes/b2b/lines.ts';
import type { B2bPriced } from '#domain/quotes/b2b/schema.ts';
import type { Source, Terms } from '#backend/lib/ports/agreed.ts';
import { b2bCourse, type B2bRecord } from './records.ts';

type Kept = NonNullable<B2bRecord['snapshot']>;

/** VAT that the cars in the margin scheme owe. */
function marginVatOf({ sheet, priced }: Kept): number {
  return priced.cars
    .filter(({ regime }) => regime === 'margin')
    .reduce((sum, { carId, price }) => {
      const costed = sheet.cars.find(({ id }) => id === carId)?.costed;
      return costed?.purchaseCost == null
        ? sum
        : sum + usedMargin(price, costed.purchaseCost + costed.costs.gross, sheet.taxRate).vat;
    }, 0);
}

/** Cars by their regimes, then what is sold and paid beside them. */
function taxesOf(snapshot: Kept): TaxPart[] {
  const { cars, expenses } = snapshot.priced;
  const parts = new Map<string, TaxPart>();
  const add = (tax: string | number, gross: number, vat: number) => {
    const { gross: before, vat: vatBefore } = parts.get(String(tax)) ?? { gross: 0, vat: 0 };
    parts.set(String(tax), { tax: String(tax), gross: before + gross, vat: vatBefore + vat, marginVat: 0 });
  };
  for (const { tax, price, vat } of cars) add(tax, price, vat);
  for (const { tax, amount } of expenses) add(tax, amount, typeof tax === 'number' ? vatOf(amount, tax) : 0);
  return [...parts.values()].map((part) => (part.tax === 'N5' ? { ...part, marginVat: marginVatOf(snapshot) } : part));
}

/** What is sold beside the cars are services; what is paid on the trader's behalf is no revenue. */
function factsOf(draft: B2bDraft, snapshot: Kept): SaleFacts {
  const { sheet, priced } = snapshot;
  const beside = priced.expenses.filter(({ tax }) => tax !== 'N1');
  const revenue =
    priced.cars.reduce((sum, { net }) => sum + net, 0) +
    beside.reduce((sum, { amount, tax }) => sum + netOf(amount, typeof tax === 'number' ? tax : 0), 0);
  return {
    lines: servicesOf(draft, sheet).map(({ service: { id, description, taxRate, kind }, amount, cost }) => ({
      ...plainLine,
      kind: 'service',
      type: kind ?? 'other',
      party: 'dealer',
      name: description,
      itemId: id,
      amount,
      net: netOf(amount, taxRate),
      cost,
    })),
    taxes: taxesOf(snapshot),
    netRevenue: revenue - marginVatOf(snapshot),
    warrantyReduced: false,
  };
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
      marginVat: marginVatOf(snapshot!),
      marginFirst: margin,
      marginSecond: margin,
      marginThird: margin,
    },
    tradeIns: [],
    objectives: [],
    insured: false,
    insurances: 0,
    waterfall:
      margin === null
        ? null
        : [{ key: 'second', label: 'Margine II', amount: margin, rows: [{ label: 'Auto cedute', amount: margin }] }],
    facts: factsOf(draft, snapshot!),
    // Whoever issued it was within the limits, or had consent.
    withinCap: true,
    draft,
    snapshot: snapshot!,
  };
}

/** The cars of an offer as rows of its contract. */
function termsOf({ cars, expenses, total, regimes }: Omit<B2bPriced, 'margin'>): Terms {
  const row = (label: string, amount: number, kind: string, said = '') => ({
    label,
    amount: money(amount),
    kind,
    items: said ? [{ label: said, amount: '' }] : [],
  });
  // What each car is sold by, as the mentions below name it.
  const regimeOf = ({ regime, net, vat }: (typeof cars)[number]) =>
    [saleRegimes[regime].label, vat > 0 && `imponibile ${money(net)}, IVA ${money(vat)}`].filter(Boolean).join(': ');
  return {
    vehicle: { title: `${cars.length} auto`, version: cars.map(({ name }) => name).join(' · '), facts: [] },
    rows: [
      ...cars.map((car) => row([car.name, car.plate].filter(Boolean).join(' · '), car.price, '', regimeOf(car))),
      ...expenses.map(({ label, amount }) => row(label, amount, '')),
      row('Totale', total, 'sum'),
    ],
    priceNote: regimes.map(({ mention }) => mention).join(' '),
    financing: [],
    lender: '',
    debit: '',
    warranty: null,
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
      reason: '',
    };
  },
  // The offer stays accepted and its cars sold; its moves check by themselves whether it has a contract.
  convert: async () => {},
  reopen: async () => {},
  // The document needs what was priced only; the shape of a stored offer has never changed.
  terms: async (_, { snapshot }) => termsOf((snapshot as Kept).priced),
  // Its cars have no list price, and no loan.
  examined: async () => ({ price: null, loan: null, quotations: [] }),
  facts: ({ draft, snapshot }) => factsOf(draft as B2bDraft, snapshot as Kept),
};
