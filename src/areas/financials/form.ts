import type { planFields } from '#domain/financials/fields.ts';
import { financials as words } from '#site/messages/it/financials.ts';
import type { Named } from '#site/ui/choices.ts';
import { offeredLayout } from '#site/ui/list/record/priced.ts';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import type { FormPart } from '#site/ui/record/form/FormPage.tsx';

/** Baskets of versions that a table of future values can apply to. */
export type Baskets = readonly { id: number; name: string }[];

const third = { span: 2 } as const;
const table = { look: 'table' } as const;

export const layoutOf = (makers: Named, locations: Named, baskets: Baskets): Layout<typeof planFields> => ({
  code: third,
  name: { span: 4 },
  lender: { span: 4 },
  type: third,
  usages: { span: 6 },
  terms: table,
  balloonBasis: third,
  exceedKmPrice: third,
  futureValues: {
    ...table,
    paste: {
      table: 'values',
      read: async (text, rows) => (await import('#domain/financials/pasted.ts')).pastedValues(text, rows, baskets),
    },
    layout: {
      basketId: { span: 2, options: baskets.map(({ id, name }) => ({ value: id, label: `${id} · ${name}` })) },
      months: { span: 1 },
      kmPerYear: { span: 2 },
      percent: { span: 1 },
    },
  },
  minBalloonPercent: third,
  maxBalloonPercent: third,
  maxDepositPercent: third,
  secondMonths: third,
  secondTan: third,
  fee: third,
  collectionFee: third,
  yearlyFee: third,
  taxMode: third,
  protectionPercent: third,
  minAmount: third,
  maxAmount: third,
  minDepositPercent: third,
  commissionPercent: third,
  ...offeredLayout(makers, locations),
});

export const parts: readonly FormPart[] = [
  { label: words.parts.general, names: ['code', 'name', 'lender', 'type', 'usages', 'commissionPercent'] },
  {
    label: words.parts.terms,
    names: [
      ...['terms', 'balloonBasis', 'minBalloonPercent', 'maxBalloonPercent', 'futureValues', 'exceedKmPrice'],
      ...['secondMonths', 'secondTan'],
    ],
  },
  {
    label: words.parts.costs,
    names: [
      ...['fee', 'collectionFee', 'yearlyFee', 'taxMode', 'protectionPercent'],
      ...['minAmount', 'maxAmount', 'minDepositPercent', 'maxDepositPercent'],
    ],
  },
  { label: words.parts.who, names: ['validFrom', 'validTo', 'makerIds', 'locationIds', 'roles'] },
];
