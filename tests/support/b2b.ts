import type { ApprovalState } from '#domain/quotes/approvals/terms.ts';
import type { Approval } from '#domain/quotes/approvals/schema.ts';
import type { DiscountFacts } from '#domain/quotes/approvals/caps.ts';
import { blankOf } from '#domain/record/fields.ts';
import { type B2bDraft, b2bFields } from '#domain/quotes/b2b/fields.ts';
import type { B2bCar, B2bService, B2bSheet } from '#domain/quotes/b2b/schema.ts';

/** A car bought from a private person for 8.000 € with 732 € of repairs: the worked example of rules.md §2. */
export const aB2bCar = (id: number, changes: Partial<B2bCar> = {}): B2bCar => ({
  id,
  name: `Prova ${id}`,
  plate: `AB${100 + id}CD`,
  km: 48_000,
  registeredOn: '2021-05-10',
  body: 'hatchback',
  colour: 'Rosso',
  makerId: null,
  kw: 74,
  regime: 'margin',
  barred: null,
  held: null,
  askingPrice: null,
  minimum: null,
  cap: null,
  ownTransfer: { b2b: null, export: null },
  costed: {
    state: 'acquired',
    regime: 'retail',
    purchaseCost: 8_000_00,
    purchaseTaxRate: 0,
    consignmentFee: null,
    costs: { gross: 732_00, net: 600_00 },
  },
  ...changes,
});

/** The same car bought with VAT: 9.760 €, of which 1.760 € are deducted. */
export const aVatCar = (id: number, changes: Partial<B2bCar> = {}): B2bCar =>
  aB2bCar(id, {
    regime: 'vat',
    costed: {
      state: 'acquired',
      regime: 'iva_exposed',
      purchaseCost: 9_760_00,
      purchaseTaxRate: 22,
      consignmentFee: null,
      costs: { gross: 732_00, net: 600_00 },
    },
    ...changes,
  });

/** The expenses of rules.md §6. */
export const aB2bSheet = (cars: B2bCar[], changes: Partial<B2bSheet> = {}): B2bSheet => ({
  day: '2026-11-20',
  taxRate: 22,
  expiryDays: 8,
  agencyFee: 0,
  mayExceed: false,
  approval: null,
  cars,
  services: [],
  transferCosts: { b2b: 71_70, export: 55_70 },
  ...changes,
});

/** A service at 122 € for any car, with a net cost of 40 €. */
export const aB2bService = (change: Partial<B2bService> = {}): B2bService => ({
  id: 1,
  code: 'S1',
  description: 'Trasporto',
  price: 122_00,
  cost: 40_00,
  bands: [],
  bandsOnly: false,
  taxRate: 22,
  taxNature: 'N4',
  defaultOn: false,
  printed: true,
  groups: [],
  makerIds: [],
  ...change,
});

/** An offer of these cars to a company. */
export const aB2bDraft = (cars: B2bDraft['cars'], changes: Partial<B2bDraft> = {}): B2bDraft => ({
  ...blankOf(b2bFields),
  customer: { id: 1, name: 'Auto Rossi S.r.l.', type: 'fleet', country: 'IT' },
  cars,
  ...changes,
});

/** A request to approve these prices, as its offer shows it. */
export const anApproval = (
  state: ApprovalState,
  facts: DiscountFacts,
  past: readonly { carId: number; net: number }[],
): Approval => ({
  id: 1,
  version: 1,
  quoteId: null,
  b2bQuoteId: 1,
  state,
  facts,
  percent: 10,
  cap: 2,
  lines: past.map(({ carId, net }) => ({ carId, net })),
  reason: 'fleet',
  note: null,
  askedBy: { id: 7, name: 'Giulia' },
  sellerId: 7,
  askedAt: '2026-11-20T09:00:00Z',
  decidedBy: null,
  decidedAt: null,
  refusal: null,
  sentence: null,
  deciders: state === 'asked' ? ['Anna Neri'] : [],
});
