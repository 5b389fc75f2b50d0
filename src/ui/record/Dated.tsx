import { Suspense, useState, type ReactNode } from 'react';
import { shortOf, type Fields } from '#domain/fields.ts';
import { inForce, type DatedAnswer } from '#domain/in-force.ts';
import { day } from '#domain/italian.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { dated as words } from '#site/messages/it/kit.ts';
import { Timeline } from '../Timeline.tsx';
import { toast } from '../toast.ts';
import type { SaveWith } from './RecordForm.tsx';
import './dated.css';

/** The calls of one group of settings. */
export interface DatedCalls<V, A> {
  save(version: number, body: V & { from: string }): Promise<A>;
  unschedule(version: number, from: string): Promise<A>;
  history(): Promise<Events>;
}

/** What the form of a change needs; `keys` are the fields of the edited part. */
export interface DatedForm<V, A> {
  title: string;
  initial: V & { from: string };
  version: number;
  keys: readonly string[] | null;
  save(body: V & { from: string }, saving: SaveWith): Promise<A>;
  onSaved(answer: A, from: string): void;
  onClose(): void;
}

/** Settings that apply from a given day: the values in force, the changes still to come, and who changed what. */
export function Dated<V extends object, A extends DatedAnswer<V>>({
  data,
  events,
  today,
  fields,
  calls,
  renderShown,
  renderForm,
  whole = true,
}: {
  data: A;
  events: Events;
  today: string;
  fields: Fields;
  calls: DatedCalls<V, A>;
  /** Draws the values in force; `edit` opens the form for some of the fields. */
  renderShown: (answer: A, edit: (keys: readonly string[]) => void) => ReactNode;
  renderForm: (props: DatedForm<V, A>, answer: A) => ReactNode;
  /** One form edits all settings. */
  whole?: boolean;
}) {
  const [settings, setSettings] = useState(data);
  const [history, setHistory] = useState(events);
  const [edited, setEdited] = useState<{ period: number; keys: readonly string[] | null } | null>(null);
  const [now, ...waiting] = settings.periods as [A['periods'][number], ...A['periods']];
  const take = (answer: A, done: string) => {
    setSettings(answer);
    setEdited(null);
    void toast(done, { kind: 'ok' });
    calls.history().then(setHistory, console.info);
  };
  const unschedule = async (from: string) => {
    try {
      take(await calls.unschedule(settings.version, from), t(words.unscheduled, { day: day(from) }));
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  /** If somebody else saved meanwhile, the form compares with the values in force on the edited day. */
  const save = async (body: V & { from: string }, saving: SaveWith): Promise<A> => {
    try {
      return await calls.save(saving.version, body);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 412) throw error;
      const theirs = error.body.current as A;
      const current = { ...inForce(theirs, body.from), from: body.from, version: theirs.version };
      throw new CallError(412, { ...error.body, current });
    }
  };
  const period = edited && settings.periods[edited.period]!;
  const from = edited?.period === 0 ? today : (period?.from ?? today);
  return (
    <>
      <div className="head">
        <p className="grow muted">{now.from ? t(words.inForce, { day: day(now.from) }) : words.neverSet}</p>
        {whole && (
          <button
            type="button"
            className="btn primary"
            name="edit-settings"
            onClick={() => setEdited({ period: 0, keys: null })}
          >
            {words.editNow}
          </button>
        )}
      </div>
      {waiting.length > 0 && (
        <Waiting
          periods={waiting}
          fields={fields}
          onEdit={(index, changed) => setEdited({ period: index + 1, keys: whole ? null : changed })}
          onUnschedule={(begins) => void unschedule(begins)}
        />
      )}
      {renderShown(settings, (keys) => setEdited({ period: 0, keys }))}
      <details className="card pad fold">
        <summary>{words.history}</summary>
        <Timeline events={history} />
      </details>
      <Suspense>
        {period &&
          renderForm(
            {
              title: edited.period === 0 ? words.editNow : t(words.editWaiting, { day: day(from) }),
              initial: { ...period.values, from },
              version: settings.version,
              keys: edited.keys,
              save,
              onClose: () => setEdited(null),
              onSaved: (answer, begins) =>
                take(answer, begins > today ? t(words.scheduled, { day: day(begins) }) : words.saved),
            },
            settings,
          )}
      </Suspense>
    </>
  );
}

/** The changes that take effect on a later day. */
function Waiting({
  periods,
  fields,
  onEdit,
  onUnschedule,
}: {
  periods: DatedAnswer<object>['periods'];
  fields: Fields;
  onEdit: (index: number, changed: readonly string[]) => void;
  onUnschedule: (from: string) => void;
}) {
  const named = (changed: readonly string[]) =>
    changed.map((key) => (fields[key] ? shortOf(fields[key]) : key)).join(', ');
  return (
    <section className="card pad">
      <h2>{words.waiting}</h2>
      <ul className="waiting">
        {periods.map(({ from: begins, changed }, index) => (
          <li key={begins}>
            <span className="grow">
              <b>{day(begins!)}</b> {named(changed)}
            </span>
            <button type="button" className="btn small" onClick={() => onEdit(index, changed)}>
              {words.edit}
            </button>
            <button type="button" className="btn small" onClick={() => onUnschedule(begins!)}>
              {words.unschedule}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
