import type { planFields } from '#domain/financials/fields.ts';
import { financials as words } from '#site/messages/it/financials.ts';
import { offeredLayout, type Named } from '#site/ui/list/priced.ts';
import type { Layout } from '#site/ui/record/form-of.ts';
import type { FormPart } from '#site/ui/record/Sheet.tsx';

const third = { span: 2 } as const;
const table = { look: 'table' } as const;

/** Where the fields of a plan stand. */
export const layoutOf = (makers: Named, locations: Named): Layout<typeof planFields> => ({
  ...{ code: third, name: { span: 4 }, lender: { span: 4 }, type: third, usages: { span: 6 } },
  ...{ terms: table, futureValues: table, balloonBasis: third, exceedKmPrice: third },
  ...{ secondMonths: third, secondTan: third },
  ...{ fee: third, collectionFee: third, yearlyFee: third, taxMode: third, protectionPercent: third },
  ...{ minAmount: third, maxAmount: third, minDepositPercent: third, commissionPercent: third },
  ...offeredLayout(makers, locations),
});

export const parts: readonly FormPart[] = [
  { label: words.parts.general, names: ['code', 'name', 'lender', 'type', 'usages', 'commissionPercent'] },
  {
    label: words.parts.terms,
    names: ['terms', 'balloonBasis', 'futureValues', 'exceedKmPrice', 'secondMonths', 'secondTan'],
  },
  {
    label: words.parts.costs,
    names: [
      ...['fee', 'collectionFee', 'yearlyFee', 'taxMode', 'protectionPercent'],
      ...['minAmount', 'maxAmount', 'minDepositPercent'],
    ],
  },
  { label: words.parts.who, names: ['validFrom', 'validTo', 'makerIds', 'locationIds', 'roles'] },
];
