import type { StarterAnswer } from '#domain/preferences/endpoints.ts';
import { starterFields as fields, starterParts, type StarterSettings as Values } from '#domain/preferences/starter.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields } from '#site/ui/dated/DatedFields.tsx';
import './preferences.css';

const calls: DatedCalls<Values, StarterAnswer> = {
  save: (version, body) => call('PUT /network/starter', { version, body }),
  unschedule: (version, from) => call('POST /network/starter/unschedule', { version, body: { from } }),
  history: () => call('GET /network/starter/timeline', {}),
};

/** What companies that are opened from a day on begin with. */
export const StarterSettings = (props: { data: StarterAnswer; events: Events; today: string }) => (
  <DatedFields<Values, StarterAnswer>
    {...props}
    fields={fields}
    calls={calls}
    parts={starterParts}
    layout={() => ({
      roadVat: { span: 6, look: 'switch' },
      roadRegistration: { span: 2 },
      roadTransport: { span: 2 },
      roadPreparation: { span: 2 },
      quotationRequired: { span: 6 },
      deposit: { span: 6 },
    })}
  />
);
