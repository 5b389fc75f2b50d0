import type { DatedAnswer } from '#domain/in-force.ts';
import { usedSettingFields as fields, type UsedSettings as Values } from '#domain/stock/used-setting-fields.ts';
import { keysOf } from '#domain/machine.ts';
import { valuationTableFields } from '#domain/stock/valuation-fields.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { usedSettings as words } from '#site/messages/it/stock.ts';
import type { DatedCalls } from '#site/ui/record/Dated.tsx';
import { DatedFields } from '#site/ui/record/DatedFields.tsx';

type Answer = DatedAnswer<Values>;
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /stock/used-settings', { version, body }),
  unschedule: (version, from) => call('POST /stock/used-settings/unschedule', { version, body: { from } }),
  history: () => call('GET /stock/used-settings/timeline', {}),
};
const table = { look: 'table' } as const;
const layout = { fuelKm: table, kmRates: table, optionShares: table, damageCosts: table };
const fresh = [
  'preparation',
  'warrantyKind',
  'warrantyMonths',
  'retailExpense',
  'b2bExpense',
  'exportExpense',
] as const;

export const UsedSettings = (props: { data: Answer; events: Events; today: string }) => (
  <DatedFields<Values>
    {...props}
    fields={fields}
    calls={calls}
    layout={layout}
    parts={[
      { title: words.fresh, help: words.freshHelp, keys: fresh },
      { title: words.margins, keys: ['minMargin', 'targetMargin', 'warrantyCost', 'sellingCost'] },
      { title: words.valuation, help: words.valuationHelp, keys: keysOf(valuationTableFields) },
      { title: words.ranks, help: words.ranksHelp, keys: ['rankKm', 'rankYears'] },
    ]}
  />
);
