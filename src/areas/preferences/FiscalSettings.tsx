import { textOf } from '#domain/record/field-text.ts';
import { day, money } from '#domain/italian.ts';
import { grossOf } from '#domain/money.ts';
import { fiscalFields as fields, fiscalParts, type FiscalSettings as Values } from '#domain/preferences/fiscal.ts';
import type { FiscalAnswer } from '#domain/preferences/endpoints.ts';
import { ipt, tariffOf } from '#domain/quotes/sheet/ipt.ts';
import type { SettingPart } from '#domain/record/setting-parts.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { fiscal as words } from '#site/messages/it/preferences.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields } from '#site/ui/dated/DatedFields.tsx';
import './preferences.css';

const calls: DatedCalls<Values, FiscalAnswer> = {
  save: (version, body) => call('PUT /preferences/fiscal', { version, body }),
  unschedule: (version, from) => call('POST /preferences/fiscal/unschedule', { version, body: { from } }),
  history: () => call('GET /preferences/fiscal/timeline', {}),
};

/** The parameters of a part: their values, since when, and whose they are. */
function PartTable({ part, answer }: { part: SettingPart<keyof Values>; answer: FiscalAnswer }) {
  const { values } = answer.periods[0]!;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it scrolls, and has nothing inside to go to
    <div className="table-wrap" role="region" tabIndex={0} aria-label={part.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.parameter}</th>
            <th scope="col" className="num">
              {words.value}
            </th>
            <th scope="col">{words.since}</th>
          </tr>
        </thead>
        <tbody>
          {part.keys.map((key) => {
            const since = answer.since.find((one) => one.key === key);
            return (
              <tr key={key}>
                <td>{fields[key].label}</td>
                <td className="num">{textOf(fields[key], values[key])}</td>
                <td>
                  {since ? day(since.from) : '—'}
                  {since && <small className="whose">{since.own ? <b>{words.own}</b> : words.law}</small>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

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
const examples: Record<string, (values: Values) => string> = {
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

interface Props {
  data: FiscalAnswer;
  events: Events;
  today: string;
}

/** Fiscal parameters by date: the national ones, and the company's own. */
export const FiscalSettings = (props: Props) => (
  <DatedFields<Values, FiscalAnswer>
    {...props}
    fields={fields}
    calls={calls}
    parts={fiscalParts}
    shown={Object.fromEntries(
      fiscalParts.map((part) => [part.id, (answer: FiscalAnswer) => <PartTable part={part} answer={answer} />]),
    )}
    examples={examples}
  />
);
