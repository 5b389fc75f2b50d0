/** What a quote gives to its contract (backend/lib/agreed.ts). */
import type { AgreedCar, Agreed } from '#domain/contracts/agreed.ts';
import type { Objective } from '#domain/contracts/terms.ts';
import type { Priced } from '#domain/quotes/priced.ts';
import { price } from '#domain/quotes/pricing.ts';
import { discountFacts } from '#domain/quotes/caps.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import { inMargin } from '#domain/quotes/vat.ts';
import { storedDraft } from '#domain/quotes/draft.ts';
import type { Source } from '../lib/agreed.ts';
import { carry } from '../lib/move.ts';
import { carColour } from '#domain/quotes/car-colour.ts';
import { vehicleOf } from './derive.ts';
import { whyLost } from './one-car.ts';
import { quoteCourse, type QuoteRecord } from './records.ts';
import type { Snapshot } from './stored.ts';

/** Everything that a customer owes by a quote: what is left, and what was paid in other ways. */
const totalOf = ({ balance, deposit, financed, tradeIn }: Priced) => balance + deposit + financed + tradeIn;

/** Objectives that the quote itself reaches. */
function objectivesOf(draft: QuoteDraft, sheet: PriceSheet, priced: Priced): Objective[] {
  const plan = priced.offer && sheet.plans.find(({ id }) => id === draft.financing?.planId);
  const types = priced.insurances.map(({ tariffId }) => sheet.insurances.find(({ id }) => id === tariffId)?.type);
  const reached: [boolean, Objective][] = [
    [priced.offer !== null, 'financial'],
    [plan?.type === 'tcm', 'tcm'],
    [types.length > 0, 'insurance'],
    [types.includes('rca'), 'rca'],
    [!sheet.used && (sheet.version.category === 'N1' || sheet.version.category === 'N2'), 'lcv'],
    [!sheet.used && draft.accessoryIds.length > 0, 'accessories'],
  ];
  return reached.flatMap(([isReached, objective]) => (isReached ? [objective] : []));
}

function carsOf(draft: QuoteDraft, { used, stock }: PriceSheet, { listTotal, discounts }: Priced): AgreedCar[] {
  const sale = { price: listTotal - discounts, regime: used && inMargin(draft, used) ? 'margin' : 'vat' } as const;
  if (used) return [{ kind: 'used', id: used.stockId, ...sale }];
  return stock ? [{ kind: 'new', id: stock.carId, ...sale }] : [];
}

/** What was agreed by a priced draft; `withinCap`: its discount needs nobody's consent, or has it. */
export function agreedOf(draft: QuoteDraft, snapshot: Snapshot, withinCap: boolean): Agreed {
  const { sheet, priced } = snapshot;
  // Snapshots of form 1 hold the data for the margins, not the margins.
  const margin = snapshot.form === 1 ? price(draft, sheet).margin : snapshot.margin;
  const [first, second, third] = margin?.steps.map(({ amount }) => amount) ?? [null, null, null];
  return {
    kind: sheet.used ? 'used' : 'new',
    channel: sheet.used?.saleChannel ?? 'retail',
    customer: draft.customer,
    vehicle: vehicleOf(sheet),
    body: sheet.model.body,
    paint: carColour(sheet, priced),
    makerId: sheet.maker.id,
    modelId: sheet.model.id,
    versionId: sheet.used ? null : sheet.version.id,
    optionIds: draft.optionIds,
    cars: carsOf(draft, sheet, priced),
    figures: {
      total: totalOf(priced),
      keysInHand: priced.keysInHand,
      listTotal: priced.listTotal,
      discount: discountFacts(draft, priced, null).discount,
      deposit: priced.deposit,
      financed: priced.financed,
      instalment: priced.offer?.monthly ?? null,
      balance: priced.balance,
      marginFirst: first ?? null,
      marginSecond: second ?? null,
      marginThird: third ?? null,
    },
    tradeIns: draft.tradeIns.map(({ type, plate, description, km, valuation, residualDebt }) => ({
      type,
      plate,
      description,
      km,
      valuation,
      residualDebt,
    })),
    objectives: objectivesOf(draft, sheet, priced),
    insured: priced.insurances.length > 0,
    withinCap,
    draft: storedDraft(draft),
    snapshot,
  };
}

/** Why a quote becomes no contract, by its state. */
const whyNot = {
  draft: 'Il preventivo non è ancora stato emesso.',
  expired: 'Il preventivo è scaduto: creare una nuova revisione ai prezzi di oggi.',
  closed: 'Il preventivo è perso: riaprirlo prima di fare il contratto.',
} as const;

async function refusedOf(ctx: Parameters<Source['take']>[0], quote: QuoteRecord): Promise<string | null> {
  const state = stateOn(quote, ctx.today);
  if (quote.superseded) return 'Esiste una revisione più recente di questo preventivo.';
  if (state === 'draft' || state === 'expired' || state === 'closed') return whyNot[state];
  const lost = await whyLost(ctx, quote);
  return lost && `${lost}: scegliere un’altra auto.`;
}

export const quoteSource: Source = {
  async take(ctx, id) {
    const quote = await quoteCourse.find(ctx, id, { lock: true });
    const isConverted = quote.state === 'converted';
    return {
      rootId: quote.rootId!,
      number: quote.number ?? '',
      sellerId: quote.sellerId,
      locationId: quote.locationId,
      isConverted,
      refused: isConverted ? null : await refusedOf(ctx, quote),
      // Whoever issued it was within the cap, or had consent (domain.md §5.1, 26).
      agreed: quote.snapshot && agreedOf(quote.draft, quote.snapshot, true),
    };
  },
  async convert(ctx, id) {
    await carry(ctx, quoteCourse, await quoteCourse.find(ctx, id, { lock: true }), 'convert');
  },
};
