import { textOf } from '#domain/record/field-text.ts';
import { fiscalFields as fields, fiscalParts, type FiscalSettings as Values } from '#domain/preferences/fiscal.ts';
import type { FiscalAnswer } from '#domain/preferences/endpoints.ts';
import type { SettingPart } from '#domain/record/setting-parts.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { fiscal as words } from '#site/messages/it/fiscal.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields } from '#site/ui/dated/DatedFields.tsx';
import { fiscalExamples } from './fiscal-examples.ts';
import { FiscalTable } from './FiscalTable.tsx';
import './preferences.css';

const calls: DatedCalls<Values, FiscalAnswer> = {
  save: (version, body) => call('PUT /preferences/fiscal', { version, body }),
  unschedule: (version, from) => call('POST /preferences/fiscal/unschedule', { version, body: { from } }),
  history: () => call('GET /preferences/fiscal/timeline', {}),
};

/** Whose a value is, and of one's own which one it replaces. */
function whose({ since }: FiscalAnswer, key: keyof Values) {
  const one = since.find((each) => each.key === key);
  if (!one) return null;
  if (!one.own) return { from: one.from, text: words.law };
  const national = one.national === null ? words.noNational : textOf(fields[key], one.national);
  return {
    from: one.from,
    text: (
      <>
        <b>{words.own}</b>, {t(words.instead, { national })}
      </>
    ),
  };
}

const shownOf = (part: SettingPart<keyof Values>) => (answer: FiscalAnswer) => (
  <FiscalTable
    title={part.title}
    keys={part.keys}
    values={answer.periods[0]!.values}
    about={(key) => whose(answer, key)}
  />
);

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
    shown={Object.fromEntries(fiscalParts.map((part) => [part.id, shownOf(part)]))}
    examples={fiscalExamples}
  />
);
