/** What a quote gives to its contract (backend/lib/ports/agreed.ts). */
import type { AgreedCar, Agreed } from '#domain/contracts/agreed.ts';
import { grantedLine } from '#domain/contracts/granted.ts';
import type { SaleFacts } from '#domain/sale-lines.ts';
import type { Objective } from '#domain/contracts/terms.ts';
import { totalOf, type Priced } from '#domain/quotes/sheet/priced.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { capIssue, discountFacts } from '#domain/quotes/approvals/caps.ts';
import { saleLinesOf } from '#domain/quotes/sheet/sale-lines.ts';
import { taxesOf } from '#domain/quotes/sheet/taxes.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { inMargin } from '#domain/quotes/sheet/vat.ts';
import { readDraft, storedDraft } from '#domain/quotes/draft.ts';
import { issueBlockers, limitsOf, stateOn } from '#domain/quotes/rules.ts';
import { Failure } from '#domain/errors.ts';
import { usedMargin } from '#domain/stock/margin.ts';
import type { Pricing, Source, Terms } from '../lib/ports/agreed.ts';
import type { Ctx } from '../lib/work/context.ts';
import { carry } from '../lib/records/move.ts';
import { carColour } from '#domain/quotes/sheet/car-colour.ts';
import { coverContract, freeOfCampaigns } from './campaigns/uses.ts';
import { derive, vehicleOf } from './sheet/derive.ts';
import { whyLost } from './car/one-car.ts';
import { examined, grantOf } from './examined.ts';
import { quoteCourse, type QuoteRecord } from './records.ts';
import { documentView, priceNote } from './print/document.ts';
import { debitOf } from './print/document-financing.ts';
import { documentOf } from './print/print.ts';
import { readSheet } from './sheet/sheet.ts';
import { snapshotOf } from './sheet/snapshot.ts';
import { readApproval } from './approvals/stored-approval.ts';
import { readSnapshot, type Snapshot } from './sheet/stored.ts';
import type { QuoteDocument } from './print/values.ts';
import { peopleOf, readTexts } from './print/texts.ts';

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

/** VAT that a used car in the margin scheme owes (rules.md §2); 0 for others, and while costs are unknown. */
function marginVatOf(draft: QuoteDraft, { used, params }: PriceSheet, { listTotal, discounts }: Priced): number {
  if (!used?.cost || !inMargin(draft, used)) return 0;
  return usedMargin(listTotal - discounts, used.cost.purchase + used.cost.expenses, params.taxRate).vat;
}

/** What figures read of a priced draft. */
const factsOf = (draft: QuoteDraft, { sheet, priced }: Pick<Snapshot, 'sheet' | 'priced'>): SaleFacts => ({
  lines: saleLinesOf({ draft, sheet, priced }),
  taxes: taxesOf(draft, sheet, marginVatOf(draft, sheet, priced)),
  netRevenue: priced.net - marginVatOf(draft, sheet, priced),
  warrantyReduced: sheet.used !== null && draft.warrantyReduced,
});

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
      vat: priced.vat,
      marginVat: marginVatOf(draft, sheet, priced),
      marginFirst: first ?? null,
      marginSecond: second ?? null,
      marginThird: third ?? null,
    },
    tradeIns: draft.tradeIns.map(({ type, plate, description, km, registeredOn, valuation, residualDebt }) => ({
      type,
      plate,
      description,
      km,
      registeredOn,
      valuation,
      residualDebt,
    })),
    objectives: objectivesOf(draft, sheet, priced),
    insured: priced.insurances.length > 0,
    insurances: priced.insurances.length,
    waterfall: margin?.steps.map(({ key, label, amount, rows }) => ({ key, label, amount, rows })) ?? null,
    facts: factsOf(draft, snapshot),
    withinCap,
    draft: storedDraft(draft),
    snapshot,
  };
}

/** Why a quote becomes no contract, by its state. */
const whyNot = {
  draft: 'Il preventivo non è ancora stato emesso.',
  closed: 'Il preventivo è perso: riaprirlo prima di fare il contratto.',
} as const;

async function refusedOf(ctx: Parameters<Source['take']>[0], quote: QuoteRecord): Promise<string | null> {
  const state = stateOn(quote, ctx.today);
  if (quote.state === 'converted') return 'Il preventivo è già in contratto.';
  if (quote.superseded) return 'Esiste una revisione più recente di questo preventivo.';
  if (state === 'draft' || state === 'closed') return whyNot[state];
  const lost = await whyLost(ctx, quote);
  return lost && `${lost}: scegliere un’altra auto.`;
}

/** What a quote says of itself and its contract does not. */
const unissued = { rootId: null, sellerId: 0, number: null, revision: 1, issuedAt: null, expiresOn: null };

/** What the total of a sale leaves out: a policy that it holds is a row of the paper. */
function excludedBy({ sheet, priced }: Pick<Snapshot, 'sheet' | 'priced'>): string | undefined {
  if (priced.insurances.length === 0) return undefined;
  const types = priced.insurances.map(({ tariffId }) => sheet.insurances.find(({ id }) => id === tariffId)?.type);
  return types.includes('rca') ? 'bollo auto escluso' : 'bollo auto e RCA esclusi';
}

/**
 * The parts of a printed quote that its contract prints, too. Its rows add up to what the customer owes, so policies are
 * among them, and a service that costs something is named though the company keeps it off its quotes.
 */
export function printedTerms(
  document: QuoteDocument,
  draft: QuoteDraft,
  { sheet, priced }: Pick<Snapshot, 'sheet' | 'priced'>,
): Terms {
  const soldOf = (items: typeof sheet.services, ids: readonly number[]) =>
    items.filter(({ id, printed, price: amount }) => (printed || amount > 0) && ids.includes(id));
  const { vehicle, rows, keysInHand, financing, warranty, payment } = documentView({
    ...document,
    services: soldOf(sheet.services, draft.serviceIds),
    makerServices: soldOf(sheet.makerServices, draft.makerServiceIds),
  });
  return {
    vehicle: {
      title: vehicle.title,
      version: vehicle.version,
      facts: vehicle.facts.filter(([, value]) => value !== '–'),
    },
    rows: [
      ...rows,
      { label: 'Chiavi in mano', amount: keysInHand.amount, kind: 'sum', items: [] },
      ...payment.filter(({ no }) => no === 14),
    ],
    priceNote: priceNote(document, excludedBy({ sheet, priced })),
    // With the instalments and the rates, which a quote shows apart.
    financing: financing
      ? [
          ['Finanziamento', financing.title],
          ...financing.headline.map(([label, ...said]) => [label!, said.join(' ')]),
          ...financing.facts,
          financing.totalDue,
        ]
      : [],
    lender: financing?.title ?? '',
    debit: debitOf(document),
    warranty: warranty && { title: warranty.title, text: warranty.text },
  };
}

async function termsOf(ctx: Ctx, stored: { draft: unknown; snapshot: unknown }): Promise<Terms> {
  const quote = { draft: readDraft(stored.draft), snapshot: readSnapshot(stored.snapshot)! };
  return printedTerms(await documentOf(ctx, { ...unissued, ...quote }), quote.draft, quote.snapshot);
}

/** Why a discount past the seller's limit was granted, by whom: nobody is asked for it again; blank: it needed no consent. */
async function reasonOf(ctx: Ctx, { draft, snapshot, rootId }: QuoteRecord): Promise<string> {
  if (!snapshot) return '';
  const { sheet, priced } = snapshot;
  if (capIssue(discountFacts(draft, priced, sheet.discountCap), limitsOf(sheet), null) === null) return '';
  const grant = await grantOf(ctx, rootId);
  return grant ? grantedLine(grant) : '';
}

export const quoteSource: Source = {
  async take(ctx, id) {
    const quote = await quoteCourse.find(ctx, id, { lock: true });
    return {
      rootId: quote.rootId!,
      number: quote.number ?? '',
      sellerId: quote.sellerId,
      locationId: quote.locationId,
      refused: await refusedOf(ctx, quote),
      // Whoever issued it was within the cap, or had consent (rules.md §3, 4).
      agreed: quote.snapshot && agreedOf(quote.draft, quote.snapshot, true),
      expired: stateOn(quote, ctx.today) === 'expired' ? quote.draft : null,
      reason: await reasonOf(ctx, quote),
    };
  },
  async convert(ctx, id) {
    await carry(ctx, quoteCourse, await quoteCourse.find(ctx, id, { lock: true }), 'convert');
  },
  async reopen(ctx, rootId, contractId) {
    const row = await ctx.db
      .selectFrom('quotes')
      .select('id')
      .where('companyId', '=', ctx.user.companyId)
      .where('rootId', '=', rootId)
      .where('state', '=', 'converted')
      .executeTakeFirst();
    if (!row) return;
    const quote = await quoteCourse.find(ctx, row.id, { lock: true });
    await freeOfCampaigns(ctx, quote, contractId);
    await carry(ctx, quoteCourse, quote, 'unconvert');
  },
  terms: termsOf,
  examined,
  facts: (stored) => factsOf(readDraft(stored.draft), readSnapshot(stored.snapshot)!),
};

/**
 * The sheet of a car by which a contract gets a new price, as `price` reads it: of the contract's own quote and uses,
 * whatever working copy holds the draft meanwhile. Throws `not_found` for an unknown contract or car.
 */
export async function contractSheet(
  ctx: Ctx,
  car: Pick<QuoteDraft, 'versionId' | 'stockId' | 'newCarId'>,
  contractId: number,
): Promise<PriceSheet> {
  const row = await ctx.db
    .selectFrom('contracts')
    .select('quoteId')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', contractId)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return readSheet(ctx, car, row.quoteId, contractId);
}

export const quotePricing: Pricing = {
  async price(ctx, given, { sellerId, rootId, contractId = null }) {
    const derived = await derive(ctx, given, rootId, contractId);
    const { draft, sheet, priced } = derived;
    const blockers = issueBlockers(priced, draft);
    if (blockers.length > 0)
      throw new Failure('invalid', 'Il prezzo non è completo.', {
        fields: Object.fromEntries(blockers.toReversed().map(({ path, message }) => [`draft.${path}`, message])),
      });
    const approval = rootId === null ? null : await readApproval(ctx, 'quotes', rootId);
    const facts = discountFacts(draft, priced, sheet.discountCap);
    const withinCap = capIssue(facts, limitsOf(sheet), approval) === null;
    return agreedOf(draft, snapshotOf(derived, await readTexts(ctx, peopleOf({ sellerId, draft }))), withinCap);
  },
  cover: coverContract,
};
