import { leadSettingFields as fields, type LeadSettings as Values } from '#domain/leads/setting-fields.ts';
import type { LeadSettingsAnswer as Answer } from '#domain/leads/setting-endpoints.ts';
import { leadParts } from '#domain/leads/setting-parts.ts';
import { filledIn } from '#domain/leads/variables.ts';
import { minutesFor } from '#domain/leads/deadlines.ts';
import { addDays } from '#domain/dates.ts';
import { day, money } from '#domain/italian.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { leadSettings as words } from '#site/messages/it/leads-settings.ts';
import { named } from '#site/ui/choices.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields, type Examples } from '#site/ui/dated/DatedFields.tsx';
import { RuleTester } from './RuleTester.tsx';
import { Results, Templates } from './Shown.tsx';

const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /leads/settings', { version, body }),
  unschedule: (version, from) => call('POST /leads/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /leads/settings/timeline', {}),
};

const layoutOf = ({ people, locations }: Answer) =>
  ({
    sources: {
      look: 'table',
      layout: { name: { span: 2 }, source: { span: 2 }, monthly: { span: 1 }, each: { span: 1 } },
    },
    senders: { look: 'table', layout: { address: { span: 2 }, name: { span: 2 }, source: { span: 2 } } },
    responses: { look: 'table', layout: { source: { span: 2 }, type: { span: 2 }, minutes: { span: 2 } } },
    rules: {
      layout: {
        source: { span: 2 },
        sourceName: { span: 2 },
        type: { span: 2 },
        locationId: { span: 2, options: named(locations) },
        brand: { span: 2 },
        how: { span: 2 },
        userId: { span: 2, options: named(people) },
        keeps: { span: 2 },
      },
    },
    templates: { layout: { name: { span: 3 }, channel: { span: 3 }, subject: { span: 6 }, text: { span: 6 } } },
    results: {
      layout: { label: { span: 3 }, colour: { span: 3 }, type: { span: 3 }, result: { span: 3 } },
    },
    subtypes: { span: 6 },
  }) as const;

const shown = {
  templates: ({ periods }: Answer) => <Templates rows={periods[0]!.values.templates} />,
  // The card shows only the example, which contains all words.
  results: () => <></>,
};

/** The leads of a month in the example of a source's costs. */
const SAMPLE_LEADS = 20;

const examples: Examples<Values, Answer> = {
  sources: ({ sources: [first] }) =>
    first
      ? t(words.sourceExample, {
          name: first.name,
          amount: money(Math.round(first.monthly / SAMPLE_LEADS) + first.each),
        })
      : words.sourceNone,
  senders: ({ senders: [first] }) =>
    first ? t(words.senderExample, { address: first.address, name: first.name }) : words.senderNone,
  types: ({ types, subtypes }) =>
    t(words.typesExample, {
      types: types.length,
      subtypes: subtypes.length,
    }),
  expiries: ({ reminds, inspectionDays }, _before, _answer, today) =>
    reminds.length > 0 ? t(words.expiriesExample, { day: day(addDays(today, inspectionDays)) }) : words.expiriesNone,
  origin: ({ origin }) =>
    origin ? (
      <>
        {words.originExample}
        <p className="written">{filledIn(origin, words.exampleValues).text}</p>
      </>
    ) : (
      words.originNone
    ),
  persons: ({ showsPersons }) => (showsPersons ? words.personsOn : words.personsOff),
  deadlines: (values) => {
    const minutes = minutesFor(values, { source: 'portal', type: 'sales' });
    return t(words.deadlineExample, { minutes, warn: Math.round((minutes * values.warnPercent) / 100) });
  },
  rules: (_values, _before, answer) => (
    <RuleTester locations={answer.locations} rules={answer.periods[0]!.values.rules} />
  ),
  templates: ({ templates }) => <Templates rows={templates} isExample />,
  results: ({ results }) => <Results rows={results} />,
};

interface Props {
  data: Answer;
  events: Events;
  today: string;
}

/** The company's settings for its leads, card by card. */
export const LeadSettings = (props: Props) => (
  <DatedFields<Values, Answer>
    {...props}
    fields={fields}
    calls={calls}
    parts={leadParts}
    layout={layoutOf}
    shown={shown}
    examples={examples}
  />
);
