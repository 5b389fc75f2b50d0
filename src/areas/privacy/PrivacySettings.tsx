import type { DatedAnswer } from '#domain/in-force.ts';
import { keysOf } from '#domain/machine.ts';
import { privacySettingFields as fields, type PrivacySettings as Values } from '#domain/privacy/setting-fields.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { privacy as words } from '#site/messages/it/privacy.ts';
import type { DatedCalls } from '#site/ui/record/Dated.tsx';
import { DatedFields } from '#site/ui/record/DatedFields.tsx';

type Answer = DatedAnswer<Values>;
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /privacy/settings', { version, body }),
  unschedule: (version, from) => call('POST /privacy/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /privacy/settings/timeline', {}),
};

/** For how long what is kept. */
export const PrivacySettings = (props: { data: Answer; events: Events; today: string }) => (
  <DatedFields<Values>
    {...{ ...props, fields, calls }}
    parts={[{ title: words.keeping, help: words.keepingHelp, keys: keysOf(fields) }]}
  />
);
