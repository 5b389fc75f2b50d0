import { lazy } from 'react';
import { textOf } from '#domain/field-text.ts';
import { day } from '#domain/italian.ts';
import { fiscalFields as fields, fiscalParts, type FiscalSettings as Values } from '#domain/preferences/fiscal.ts';
import type { FiscalAnswer } from '#domain/preferences/endpoints.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { dated } from '#site/messages/it/kit.ts';
import { fiscal as words } from '#site/messages/it/preferences.ts';
import { Dated, type DatedCalls } from '#site/ui/record/Dated.tsx';
import './preferences.css';

const Form = lazy(async () => {
  const { DatedDialog } = await import('#site/ui/record/DatedDialog.tsx');
  return { default: DatedDialog<Values, FiscalAnswer> };
});
const calls: DatedCalls<Values, FiscalAnswer> = {
  save: (version, body) => call('PUT /preferences/fiscal', { version, body }),
  unschedule: (version, from) => call('POST /preferences/fiscal/unschedule', { version, body: { from } }),
  history: () => call('GET /preferences/fiscal/timeline', {}),
};

type Part = (typeof fiscalParts)[number];

function PartTable({ part, answer, edit }: { part: Part; answer: FiscalAnswer; edit: () => void }) {
  const { values } = answer.periods[0]!;
  return (
    <section className="card pad">
      <header>
        <h2 className="grow">{part.title}</h2>
        <button type="button" className="btn small" onClick={edit} aria-label={`${dated.edit}: ${part.title}`}>
          {dated.edit}
        </button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it scrolls, and has nothing inside to go to */}
      <div className="table-wrap" role="region" tabIndex={0} aria-label={part.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.parameter}</th>
              <th scope="col" className="num">
                {words.value}
              </th>
              <th scope="col">{words.since}</th>
              <th scope="col">{words.whose}</th>
            </tr>
          </thead>
          <tbody>
            {part.keys.map((key) => {
              const since = answer.since.find((one) => one.key === key);
              return (
                <tr key={key}>
                  <td>{fields[key].label}</td>
                  <td className="num">{textOf(fields[key], values[key])}</td>
                  <td>{since ? day(since.from) : '—'}</td>
                  <td>{since ? since.own ? <b>{words.own}</b> : words.law : '—'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface Props {
  data: FiscalAnswer;
  events: Events;
  today: string;
}

/** Fiscal parameters by date: the national ones, and the company's own. */
export const FiscalSettings = (props: Props) => (
  <Dated<Values, FiscalAnswer>
    {...props}
    fields={fields}
    calls={calls}
    whole={false}
    renderShown={(answer, edit) => (
      <div className="settings">
        {fiscalParts.map((part) => (
          <PartTable key={part.title} part={part} answer={answer} edit={() => edit(part.keys)} />
        ))}
      </div>
    )}
    renderForm={(form) => <Form {...form} fields={fields} />}
  />
);
