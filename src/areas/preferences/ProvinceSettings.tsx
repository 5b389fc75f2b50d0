import { fuels, type Fuel } from '#domain/catalog/terms.ts';
import { money, percent } from '#domain/italian.ts';
import type { ProvincesAnswer, Touched } from '#domain/preferences/endpoints.ts';
import {
  provinceFields as fields,
  provincesUnder,
  withRule,
  type ProvinceSettings as Values,
} from '#domain/preferences/province-fields.ts';
import { provinceParts } from '#domain/preferences/province-parts.ts';
import { ipt, type Taxed } from '#domain/quotes/sheet/ipt.ts';
import type { Province } from '#domain/quotes/schema.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { national as nationalWords, provinces as words } from '#site/messages/it/fiscal.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields, type Examples } from '#site/ui/dated/DatedFields.tsx';
import { touchedText } from './touched.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import './preferences.css';

const calls: DatedCalls<Values, ProvincesAnswer> = {
  save: (version, body) => call('PUT /preferences/provinces', { version, body }),
  unschedule: (version, from) => call('POST /preferences/provinces/unschedule', { version, body: { from } }),
  history: () => call('GET /preferences/provinces/timeline', {}),
};

/** Cars of the examples. */
const petrol: Taxed = { kw: 85, category: 'M1', payload: null, fuel: 'petrol' };
const electric: Taxed = { ...petrol, fuel: 'bev' };
const van: Taxed = { kw: 85, category: 'N1', payload: 1000, fuel: 'diesel' };

const fuelNames = (ids: readonly string[]) => ids.map((id) => fuels[id as Fuel] ?? id).join(', ');
const ruleText = ({ fixedForVatDeeds, iptRules }: Province) =>
  [
    fixedForVatDeeds ? words.fixed : words.plain,
    ...iptRules.map((rule) => t(words.fuel, { fuels: fuelNames(rule.fuels), percent: percent(rule.percent) })),
  ].join('; ');

function Provinces({
  rows,
  tariff,
  reasons,
}: { rows: readonly Province[]; reasons?: ReadonlyMap<string, string> } & Pick<ProvincesAnswer, 'tariff'>) {
  return (
    <TableWrap label={reasons ? words.own : words.national} className="as-cards">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.province}</th>
            <th scope="col" className="num">
              {words.percent}
            </th>
            <th scope="col">{words.rule}</th>
            <th scope="col" className="num">
              {words.example}
            </th>
            {reasons && <th scope="col">{words.reason}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.code}>
              <td>
                {one.name} ({one.code})
              </td>
              <td className="num" data-label={words.percent}>
                {percent(one.iptPercent)}
              </td>
              <td data-label={words.rule}>{ruleText(one)}</td>
              <td className="num" data-label={words.example}>
                {money(ipt(petrol, one, tariff))}
              </td>
              {reasons && <td data-label={words.reason}>{reasons.get(one.code)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

/** What the rules change, computed as quotes compute it. */
function Changes({ rules, national, tariff }: Values & Pick<ProvincesAnswer, 'national' | 'tariff'>) {
  const changed = rules.flatMap((rule) => {
    const before = national.find(({ code }) => code === rule.province);
    return before ? [{ before, after: withRule(before, rule) }] : [];
  });
  if (changed.length === 0) return words.noSample;
  return (
    <section aria-label={words.sample} role="status">
      <b>{words.sample}</b>
      <ul>
        {changed.map(({ before, after }) => (
          <li key={after.code}>
            {t(words.changes, {
              name: after.name,
              from: money(ipt(petrol, before, tariff)),
              to: money(ipt(petrol, after, tariff)),
              electric: money(ipt(electric, after, tariff)),
              van: money(ipt(van, after, tariff)),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

const namesOf = ({ national }: ProvincesAnswer) =>
  national.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));

const shown = {
  provinces: ({ periods, national, tariff }: ProvincesAnswer) => {
    const { rules } = periods[0]!.values;
    const reasons = new Map(rules.map(({ province, reason }) => [province, reason]));
    if (rules.length === 0) return <p className="muted">{words.none}</p>;
    const rows = provincesUnder(national, rules).filter(({ code }) => reasons.has(code));
    return <Provinces rows={rows} tariff={tariff} reasons={reasons} />;
  },
};
/** Whom the typed rules touch that the stored ones do not have. */
const Touching = ({
  rules,
  before,
  answer,
  touched,
}: Values & { before: Values; answer: ProvincesAnswer; touched: Touched }) =>
  rules
    .filter((rule) => !before.rules.some((one) => JSON.stringify(one) === JSON.stringify(rule)))
    .map(({ province }) => {
      const label = answer.national.find(({ code }) => code === province)?.name;
      return label && <p key={province}>{touchedText(touched, { key: `provinces.${province}`, label })}</p>;
    });

interface Props {
  data: ProvincesAnswer;
  events: Events;
  today: string;
  /** Whom the rules touch where they are the national ones, which the manufacturer keeps. */
  touched?: Touched;
}

const nationalParts = provinceParts.map((part) => ({
  ...part,
  title: nationalWords.provinceRules,
  help: nationalWords.provinceHelp,
}));

const examplesOf = (touched: Touched | undefined): Examples<Values, ProvincesAnswer> => ({
  provinces: ({ rules }, before, answer) => (
    <>
      <Changes rules={rules} national={answer.national} tariff={answer.tariff} />
      {touched && <Touching rules={rules} before={before} answer={answer} touched={touched} />}
    </>
  ),
});

/** The tax of provinces by date: the national values, and the rules of the company with their reasons. */
export const ProvinceSettings = ({ touched, ...props }: Props) => (
  <DatedFields<Values, ProvincesAnswer>
    {...props}
    fields={fields}
    calls={calls}
    parts={touched ? nationalParts : provinceParts}
    layout={(answer) => ({
      rules: { layout: { province: { options: namesOf(answer) }, reason: { span: 6 }, fixedForVatDeeds: { span: 6 } } },
    })}
    shown={shown}
    examples={examplesOf(touched)}
  >
    {({ national, tariff }) => (
      <details className="card pad fold">
        <summary>{words.national}</summary>
        <Provinces rows={national} tariff={tariff} />
      </details>
    )}
  </DatedFields>
);
