/** What a priced quote sells beside its car, as the rows that figures of contracts count (domain/sale-lines.ts). */
import { plainLine, type SaleLine } from '#domain/sale-lines.ts';
import { commissionOf } from '#domain/insurances/premium.ts';
import { netOf, percentOf } from '#domain/money.ts';
import { chosenOf } from './lines.ts';
import type { Priced } from './priced.ts';
import type { Incentive, PriceSheet, QuoteDraft, SaleItem, ServiceItem } from '../schema.ts';

interface Sold {
  draft: QuoteDraft;
  sheet: PriceSheet;
  priced: Priced;
}

/** Cents by which a row of the price reduces it; 0 when there is no such row. */
const givenBy = ({ rows }: Priced, key: string): number => {
  const amount = rows.find((row) => row.key === key)?.amount ?? 0;
  return amount === 0 ? 0 : -amount;
};

/** State aid comes after VAT and is refunded as it was given; what reduces accessories earns no refund, as in the margin. */
function refundOf({ payer, basis, refundPercent }: Incentive, amount: number, net: number): number {
  if (payer === 'state') return percentOf(amount, refundPercent);
  return basis === 'accessory' ? 0 : percentOf(net, refundPercent);
}

function incentiveLines({ draft, sheet, priced }: Sold): SaleLine[] {
  const rate = sheet.params.taxRate;
  const chosen = sheet.incentives.filter(({ id }) => draft.incentiveIds.includes(id));
  const offered = chosen.flatMap((incentive): SaleLine[] => {
    const { id, type, payer, name, campaign, bonus } = incentive;
    const amount = givenBy(priced, `incentive-${id}`);
    if (amount === 0) return [];
    const net = payer === 'state' ? amount : netOf(amount, rate);
    return [
      {
        ...plainLine,
        kind: 'incentive',
        type,
        party: payer,
        name,
        itemId: id,
        campaign: campaign && { companyId: campaign.companyId, id: campaign.id, name: campaign.name },
        amount,
        net,
        earned: refundOf(incentive, amount, net) + bonus,
      },
    ];
  });
  const typed = draft.customDiscounts.flatMap((_, at): SaleLine[] => {
    const amount = givenBy(priced, `custom-${at}`);
    const of = { ...plainLine, kind: 'incentive', type: 'custom', party: 'dealer', name: '', itemId: null } as const;
    return amount === 0 ? [] : [{ ...of, amount, net: netOf(amount, rate), earned: 0 }];
  });
  return [...offered, ...typed];
}

function planLines({ sheet, priced: { offer } }: Sold): SaleLine[] {
  const plan = offer && sheet.plans.find(({ id }) => id === offer.planId);
  if (!plan) return [];
  const { amount, months, protection } = offer;
  const earned = percentOf(amount, plan.commissionPercent);
  const of = { ...plainLine, party: plan.company, name: plan.name, itemId: plan.id, months };
  return [
    { ...of, kind: 'plan', type: plan.type, amount, net: amount, earned },
    // The lender's own protection is part of the loan: its commission is in that of the plan.
    ...(protection > 0
      ? [{ ...of, kind: 'policy' as const, type: 'credit_protection', amount: protection, net: protection, earned: 0 }]
      : []),
  ];
}

const policyLines = ({ draft, sheet, priced }: Sold): SaleLine[] =>
  priced.insurances.map(({ tariffId, label, net, gross }) => {
    const tariff = sheet.insurances.find(({ id }) => id === tariffId);
    return {
      ...plainLine,
      kind: 'policy',
      type: tariff?.type ?? '',
      party: tariff?.insurer ?? '',
      name: label,
      itemId: tariffId,
      amount: gross,
      net,
      earned: tariff ? commissionOf(tariff, { net }) : null,
      months: draft.insurances.find((line) => line.tariffId === tariffId)?.months ?? null,
    };
  });

const itemLine = ({ id, description, price, taxRate, cost }: SaleItem) => ({
  ...plainLine,
  name: description,
  itemId: id,
  amount: price,
  net: netOf(price, taxRate),
  cost,
});

/** A longer warranty that is sold is a warranty, not a service: what is sold is one row. */
const serviceLine =
  (party: 'dealer' | 'maker') =>
  (item: ServiceItem): SaleLine =>
    item.kind === 'ext_warranty'
      ? {
          ...itemLine(item),
          kind: 'warranty',
          type: party === 'maker' ? 'maker' : 'dealer_conventional',
          party,
          months: item.months ?? null,
        }
      : { ...itemLine(item), kind: 'service', type: item.kind ?? 'other', party };

/** A warranty that comes with the car is in its price; its cost is among those of the car. */
const ownWarranty = ({ used }: PriceSheet): SaleLine[] =>
  used?.warranted
    ? [
        {
          ...plainLine,
          kind: 'warranty',
          type: used.warranted.kind,
          party: used.warranted.kind === 'maker' ? 'maker' : 'dealer',
          name: '',
          itemId: null,
          amount: 0,
          net: 0,
          months: used.warranted.months,
        },
      ]
    : [];

/**
 * The rows of a sale, in the order of the quote; amounts in cents. Incentives add up to the discounts and the state aid
 * of the price, the plan to what is financed, policies to their premiums.
 */
export function saleLinesOf(sold: Sold): SaleLine[] {
  const { draft, sheet } = sold;
  return [
    ...incentiveLines(sold),
    ...chosenOf(draft.accessoryIds, sheet.accessories).map((item): SaleLine => ({
      ...itemLine(item),
      kind: 'accessory',
      type: '',
      party: 'dealer',
    })),
    ...chosenOf(draft.serviceIds, sheet.services).map(serviceLine('dealer')),
    ...chosenOf(draft.makerServiceIds, sheet.makerServices).map(serviceLine('maker')),
    ...ownWarranty(sheet),
    ...policyLines(sold),
    ...planLines(sold),
  ];
}
