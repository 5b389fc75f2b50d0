import { planFields } from '#domain/financials/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { nothing, type Insert } from '../area.ts';
import { pricedCalls } from '../priced.ts';

export async function rows(insert: Insert, companyId: number, marker: string) {
  const planId = await insert(
    `insert into plans (company_id, code, lender, name, type, terms, max_amount, valid_from)
     values ($1, 'PF-1', $2, $3, 'loan', '[{"months": 60, "tan": 6.95, "balloonPercent": null}]', 5000000, '2020-01-01') returning id`,
    [companyId, `${marker} banca`, `${marker} piano`],
  );
  return { planId };
}

export const plan = {
  ...blankOf(planFields),
  code: 'X-1',
  name: 'Classico',
  lender: 'Prova Credito',
  fee: 395_00,
  collectionFee: 3_50,
  yearlyFee: 1_00,
  terms: [{ months: 60, tan: 6.95, balloonPercent: null }],
};

export const financials = {
  'GET /financials/lenders': nothing,
  'GET /financials/baskets': nothing,
  'GET /financials/tables': nothing,
  'GET /financials/taxes': nothing,
  ...pricedCalls('financials', plan, (lender) => ({ lender })),
};

export const pages = { '/dealer/financials/{id}': '/dealer/financials/2' };
