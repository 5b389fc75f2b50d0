import type { DatedAnswer } from '#domain/record/in-force.ts';
import { privacySettingFields as fields, type PrivacySettings as Values } from '#domain/privacy/setting-fields.ts';
import { privacyParts } from '#domain/privacy/setting-parts.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { privacy as words } from '#site/messages/it/privacy.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields } from '#site/ui/dated/DatedFields.tsx';

type Answer = DatedAnswer<Values>;
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /privacy/settings', { version, body }),
  unschedule: (version, from) => call('POST /privacy/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /privacy/settings/timeline', {}),
};

/** How long consents last and data are kept. */
export const PrivacySettings = (props: { data: Answer; events: Events; today: string }) => (
  <DatedFields<Values>
    {...props}
    fields={fields}
    calls={calls}
    parts={privacyParts}
    examples={{
      consents: ({ marketingMonths }) => t(words.consentExample, { n: marketingMonths }),
      keeping: ({ quietMonths, erases }) => t(erases ? words.keepingErases : words.keepingListed, { n: quietMonths }),
      openings: ({ notesOpenings }) => (notesOpenings ? words.openingsOn : words.openingsOff),
    }}
  />
);
