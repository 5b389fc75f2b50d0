import type { NationalAnswer, Touched } from '#domain/preferences/endpoints.ts';
import { fiscalFields, fiscalParts, type FiscalKey } from '#domain/preferences/fiscal.ts';
import { nationalFields as fields, nationalParts, type NationalFacts as Values } from '#domain/preferences/national.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { national as words } from '#site/messages/it/fiscal.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields, type Examples } from '#site/ui/dated/DatedFields.tsx';
import { fiscalExamples } from './fiscal-examples.ts';
import { FiscalTable } from './FiscalTable.tsx';
import { touchedText } from './touched.ts';
import './preferences.css';

const calls: DatedCalls<Values, NationalAnswer> = {
  save: (version, body) => call('PUT /network/fiscal', { version, body }),
  unschedule: (version, from) => call('POST /network/fiscal/unschedule', { version, body: { from } }),
  history: () => call('GET /network/fiscal/timeline', {}),
};

/** Where a value was read; those of the first day are the law's that the product came with. */
function readAt({ since }: NationalAnswer, key: FiscalKey) {
  const one = since.find((each) => each.key === key);
  return one ? { from: one.from, text: one.source || words.first } : null;
}

const shown = Object.fromEntries(
  fiscalParts.map(({ id, title, keys }) => [
    id,
    (answer: NationalAnswer) => (
      <FiscalTable title={title} keys={keys} values={answer.periods[0]!.values} about={(key) => readAt(answer, key)} />
    ),
  ]),
);

/** Before a change is saved: whom what was typed touches. */
function Changed({ values, before, touched }: { values: Values; before: Values; touched: Touched }) {
  const keys = keysOf(fiscalFields).filter((key) => values[key] !== before[key]);
  return keys.map((key) => <p key={key}>{touchedText(touched, { key, label: fiscalFields[key].label })}</p>);
}

const examples: Examples<Values, NationalAnswer> = Object.fromEntries(
  fiscalParts.map(({ id }) => [
    id,
    (values: Values, before: Values, { touched }: NationalAnswer) => (
      <>
        <p>{fiscalExamples[id]!(values)}</p>
        <Changed values={values} before={before} touched={touched} />
      </>
    ),
  ]),
);

/** The national fiscal values by date, with their sources, and whom a change of them touches. */
export const NationalSettings = (props: { data: NationalAnswer; events: Events; today: string }) => (
  <DatedFields<Values, NationalAnswer>
    {...props}
    fields={fields}
    calls={calls}
    parts={nationalParts}
    layout={() => ({ source: { span: 6 } })}
    shown={shown}
    examples={examples}
  />
);
