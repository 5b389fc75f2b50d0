/** What fiscal values change on a quote, as a sentence. */
import { money } from '#domain/italian.ts';
import { grossOf } from '#domain/money.ts';
import type { FiscalSettings as Values } from '#domain/preferences/fiscal.ts';
import { ipt, tariffOf } from '#domain/quotes/sheet/ipt.ts';
import { t } from '#site/lib/intl.ts';
import { fiscal as words } from '#site/messages/it/fiscal.ts';

const sum = (values: Values, prefix: string) =>
  Object.entries(values).reduce((total, [key, value]) => total + (key.startsWith(prefix) ? (value ?? 0) : 0), 0);
/** A province without a surcharge of its own. */
const plain = { code: '', name: '', iptPercent: 0, fixedForVatDeeds: false, iptRules: [] };
/** The power of the examples' car. */
const KW = 85;
const iptOf = (values: Values) =>
  ipt(
    { kw: KW, category: 'M1', payload: null, fuel: 'petrol' },
    plain,
    tariffOf((key) => values[key as 'ipt_fixed'], []),
  );
const LOAN = 10_000_00;

/** What the values change on a quote, by part. */
export const fiscalExamples: Record<string, (values: Values) => string> = {
  vat: (values) =>
    t(words.vatExample, { gross: money(grossOf(1_000_00, values.tax_rate)), fee: money(values.tyre_fee) }),
  registration: (values) => t(words.registrationExample, { total: money(sum(values, 'registration_')) }),
  transfer: (values) =>
    t(words.transferExample, {
      retail: money(sum(values, 'transfer_retail_')),
      b2b: money(sum(values, 'transfer_b2b_')),
    }),
  ipt: (values) => t(words.iptExample, { amount: money(iptOf(values)) }),
  'road-tax': (values) => t(words.roadTaxExample, { amount: money(KW * values.bollo_4) }),
  credit: (values) =>
    t(words.creditExample, {
      loan: money(LOAN),
      tax: money(Math.round((LOAN * values.substitute_tax_percent) / 100)),
      stamp: money(values.contract_stamp),
    }),
};
