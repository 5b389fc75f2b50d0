import { lazy } from 'react';
import { textOf } from '#domain/field-text.ts';
import { typed } from '#domain/fields.ts';
import type { DatedAnswer } from '#domain/in-force.ts';
import { privacySettingFields as fields, type PrivacySettings as Values } from '#domain/privacy/setting-fields.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { privacy as words } from '#site/messages/it/privacy.ts';
import { Dated, type DatedCalls } from '#site/ui/record/Dated.tsx';
import { DescriptionList } from '#site/ui/record/DescriptionList.tsx';

type Answer = DatedAnswer<Values>;
const Form = lazy(async () => {
  const { DatedDialog } = await import('#site/ui/record/DatedDialog.tsx');
  return { default: DatedDialog<Values, Answer> };
});
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /privacy/settings', { version, body }),
  unschedule: (version, from) => call('POST /privacy/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /privacy/settings/timeline', {}),
};

/** How long each kind of data is kept. */
export const PrivacySettings = (props: { data: Answer; events: Events; today: string }) => (
  <Dated<Values, Answer>
    {...props}
    fields={fields}
    calls={calls}
    renderShown={({ periods }) => (
      <section className="card pad">
        <h2>{words.keeping}</h2>
        <DescriptionList
          rows={typed(fields).map(([key, field]) => [
            field.label,
            textOf(field, periods[0]!.values[key as keyof Values]),
          ])}
        />
        <p className="muted">{words.keepingHelp}</p>
      </section>
    )}
    renderForm={(form) => <Form {...form} fields={fields} />}
  />
);
