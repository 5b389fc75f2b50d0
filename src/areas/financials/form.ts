import type { TableInForce } from '#domain/financials/tables/schema.ts';
import type { planFields } from '#domain/financials/fields.ts';
import type { PlanRecord } from '#domain/financials/plan-schema.ts';
import { t } from '#site/lib/intl.ts';
import { financials as words } from '#site/messages/it/financials.ts';
import type { Named } from '#site/ui/choices.ts';
import { offeredLayout } from '#site/ui/list/record/priced.ts';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import type { FormPart } from '#site/ui/record/form/FormPage.tsx';

/** What a plan may be for and name. */
export interface PlanChoices {
  makers: Named;
  locations: Named;
  baskets: Baskets;
  tables: readonly TableInForce[];
}

/** Baskets of versions that a table of future values can apply to. */
export type Baskets = readonly { id: number; name: string }[];

const third = { span: 2 } as const;
const table = { look: 'table' } as const;

/** The manufacturer's tables as choices; one that the plan names and that is over keeps its name. */
const tableChoices = (tables: readonly TableInForce[], record: PlanRecord | null) => {
  const over = (record?.futureTableIds ?? []).filter((id) => !tables.some((table) => table.id === id));
  return [
    ...tables.map(({ id, name, lender }) => ({ value: id, label: `${name} · ${lender}` })),
    ...over.map((id) => ({ value: id, label: t(words.overTable, { id }) })),
  ];
};

export const layoutOf = (
  { makers, locations, baskets, tables }: PlanChoices,
  record: PlanRecord | null,
): Layout<typeof planFields> => ({
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
  futureTableIds: { span: 6, options: tableChoices(tables, record) },
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
      ...['terms', 'balloonBasis', 'minBalloonPercent', 'maxBalloonPercent', 'futureTableIds'],
      ...['futureValues', 'exceedKmPrice'],
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
