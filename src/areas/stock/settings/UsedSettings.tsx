import { addDays } from '#domain/dates.ts';
import { WARN_AT } from '#domain/valuations/counters.ts';
import type { DatedAnswer } from '#domain/record/in-force.ts';
import { day, integer, money } from '#domain/italian.ts';
import { usedParts } from '#domain/stock/setting-parts.ts';
import { usedSettingFields as fields, type UsedSettings as Values } from '#domain/stock/used-setting-fields.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { usedSettings as words } from '#site/messages/it/stock.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields } from '#site/ui/dated/DatedFields.tsx';

type Answer = DatedAnswer<Values>;
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /stock/used-settings', { version, body }),
  unschedule: (version, from) => call('POST /stock/used-settings/unschedule', { version, body: { from } }),
  history: () => call('GET /stock/used-settings/timeline', {}),
};
const table = { look: 'table' } as const;
const layout = { fuelKm: table, kmRates: table, optionShares: table, damageCosts: table, preparation: table };
const total = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
/** A car of the example of comparable ones. */
const SAMPLE = { km: 60_000, year: 2021 };

/** The company's settings for its used cars. */
export const UsedSettings = (props: { data: Answer; events: Events; today: string }) => (
  <DatedFields<Values>
    {...props}
    fields={fields}
    calls={calls}
    layout={() => layout}
    parts={usedParts}
    examples={{
      fresh: ({ preparation, warrantyMonths }) =>
        t(words.freshExample, { costs: money(total(preparation)), months: warrantyMonths ?? 0 }),
      margins: ({ targetMargin, warrantyCost, sellingCost }) =>
        t(words.marginExample, {
          target: money(targetMargin),
          costs: money(warrantyCost + sellingCost),
        }),
      valuation: ({ standardKm, kmRates, mostKmShare }) =>
        t(words.valuationExample, {
          km: integer(standardKm * 5),
          more: money(Math.round(10_000 * (kmRates.at(-1)?.rate ?? 0) * 100)),
          most: integer(mostKmShare),
        }),
      sources: ({ quotaSimpleEvaluations, overQuota }) =>
        t(words.sourcesExample, {
          n: integer(quotaSimpleEvaluations),
          warn: integer(Math.ceil((quotaSimpleEvaluations * WARN_AT) / 100)),
          over: overQuota ? words.overOn : words.overOff,
        }),
      offers: ({ offerDays, answerMinutes }) =>
        t(words.offersExample, { day: day(addDays(props.today, offerDays)), minutes: integer(answerMinutes) }),
      ranks: ({ rankKm, rankYears }) =>
        t(words.ranksExample, {
          from: integer(Math.max(0, SAMPLE.km - rankKm)),
          to: integer(SAMPLE.km + rankKm),
          first: SAMPLE.year - rankYears,
          last: SAMPLE.year + rankYears,
        }),
    }}
  />
);
