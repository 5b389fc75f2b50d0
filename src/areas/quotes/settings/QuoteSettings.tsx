import { lazy } from 'react';
import { quoteSettingFields, type QuoteSettings as Values } from '#domain/quotes/setting-fields.ts';
import type { QuoteSettingsAnswer } from '#domain/quotes/settings.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { Dated, type DatedCalls } from '#site/ui/record/Dated.tsx';
import { Shown } from './Shown.tsx';

const SettingsDialog = lazy(() => import('./SettingsDialog.tsx'));
const calls: DatedCalls<Values, QuoteSettingsAnswer> = {
  save: (version, body) => call('PUT /quotes/settings', { version, body }),
  unschedule: (version, from) => call('POST /quotes/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /quotes/settings/timeline', {}),
};

interface Props {
  data: QuoteSettingsAnswer;
  events: Events;
  today: string;
}

export const QuoteSettings = (props: Props) => (
  <Dated<Values, QuoteSettingsAnswer>
    {...props}
    fields={quoteSettingFields}
    calls={calls}
    renderShown={({ periods, makers }) => <Shown values={periods[0]!.values} makers={makers} />}
    renderForm={(form, { makers }) => <SettingsDialog {...form} makers={makers} />}
  />
);
