import { useState, type ReactNode } from 'react';
import { shortOf, type Fields } from '#domain/record/fields.ts';
import { inForce, type DatedAnswer } from '#domain/record/in-force.ts';
import { day } from '#domain/italian.ts';
import type { SettingPart } from '#domain/record/setting-parts.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { dated as words } from '#site/messages/it/kit.ts';
import { Timeline } from '../Timeline.tsx';
import { toast } from '../toast.ts';
import { EditCard } from './EditCard.tsx';
import type { SaveWith } from '../record/form/RecordForm.tsx';

/** The calls of one group of settings. */
export interface DatedCalls<V, A> {
  save(version: number, body: V & { from: string }): Promise<A>;
  unschedule(version: number, from: string): Promise<A>;
  history(): Promise<Events>;
}

/** What the form of a change needs; `keys` are the fields of the edited part. */
export interface DatedChange<V, A> {
  title: string;
  note: string;
  initial: V & { from: string };
  version: number;
  keys: readonly string[];
  save(body: V & { from: string }, saving: SaveWith): Promise<A>;
  onSaved(answer: A, from: string): void;
  onClose(): void;
}

/** The edited period, by its place, and the fields of it that the form has. */
interface Edited {
  period: number;
  part: string | null;
  title: string;
  note: string;
  keys: readonly string[];
}

/** Saves; if somebody else saved meanwhile, the form compares with the values in force on the edited day. */
async function saveOver<V extends object, A extends DatedAnswer<V>>(
  calls: DatedCalls<V, A>,
  body: V & { from: string },
  { version }: SaveWith,
): Promise<A> {
  try {
    return await calls.save(version, body);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 412) throw error;
    const theirs = error.body.current as A;
    const current = { ...inForce(theirs, body.from), from: body.from, version: theirs.version };
    throw new CallError(412, { ...error.body, current });
  }
}

/**
 * Settings that apply from a given day, card by card: the values in force, the changes still to come, and who changed
 * what.
 */
export function Dated<V extends object, A extends DatedAnswer<V>>({
  data,
  events,
  today,
  fields,
  calls,
  parts,
  renderPart,
  renderForm,
  children,
}: {
  data: A;
  events: Events;
  today: string;
  fields: Fields;
  calls: DatedCalls<V, A>;
  parts: readonly SettingPart[];
  renderPart: (part: SettingPart, answer: A) => ReactNode;
  renderForm: (change: DatedChange<V, A>, part: string | null, answer: A) => ReactNode;
  /** Drawn below the cards. */
  children?: (answer: A) => ReactNode;
}) {
  const [settings, setSettings] = useState(data);
  const [history, setHistory] = useState(events);
  const [edited, setEdited] = useState<Edited | null>(null);
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
  const form = () => {
    if (!edited) return null;
    const { period, part, title, note, keys } = edited;
    const { values, from } = settings.periods[period]!;
    const change: DatedChange<V, A> = {
      title,
      note,
      keys,
      initial: { ...values, from: period === 0 ? today : (from ?? today) },
      version: settings.version,
      save: (body, saving) => saveOver(calls, body, saving),
      onClose: () => setEdited(null),
      onSaved: (answer, begins) =>
        take(answer, begins > today ? t(words.scheduled, { day: day(begins) }) : words.saved),
    };
    return renderForm(change, part, settings);
  };
  return (
    <>
      <p className="muted">{now.from ? t(words.inForce, { day: day(now.from) }) : words.neverSet}</p>
      {waiting.length > 0 && (
        <Waiting
          periods={waiting}
          fields={fields}
          form={edited && edited.part === null ? { at: edited.period - 1, draw: form } : null}
          mayEdit={!edited}
          onEdit={(index, keys, title) => setEdited({ period: index + 1, part: null, title, note: '', keys })}
          onUnschedule={(begins) => void unschedule(begins)}
        />
      )}
      <div className="settings">
        {parts.map((part) => (
          <EditCard
            key={part.id}
            id={part.id}
            title={part.title}
            help={part.help}
            wide={part.wide ?? false}
            editing={edited?.part === part.id}
            onEdit={
              edited
                ? undefined
                : () => setEdited({ period: 0, part: part.id, title: part.title, note: part.help, keys: part.keys })
            }
            renderForm={form}
          >
            {renderPart(part, settings)}
          </EditCard>
        ))}
      </div>
      {children?.(settings)}
      <details className="card pad fold">
        <summary>{words.history}</summary>
        <Timeline events={history} />
      </details>
    </>
  );
}

/** The changes that take effect on a later day. */
function Waiting({
  periods,
  fields,
  form,
  mayEdit,
  onEdit,
  onUnschedule,
}: {
  periods: DatedAnswer<object>['periods'];
  fields: Fields;
  /** The form of the change at this place. */
  form: { at: number; draw: () => ReactNode } | null;
  mayEdit: boolean;
  onEdit: (index: number, changed: readonly string[], title: string) => void;
  onUnschedule: (from: string) => void;
}) {
  const named = (changed: readonly string[]) =>
    changed.map((key) => (fields[key] ? shortOf(fields[key]) : key)).join(', ');
  return (
    <section className="card pad">
      <h2>{words.waiting}</h2>
      {periods.map(({ from: begins, changed }, index) => {
        const title = t(words.editWaiting, { day: day(begins!) });
        return (
          <EditCard
            key={begins}
            id={`from-${begins}`}
            title={day(begins!)}
            help={named(changed)}
            editing={form?.at === index}
            onEdit={mayEdit ? () => onEdit(index, changed, title) : undefined}
            renderForm={() => form?.draw()}
          >
            <button type="button" className="btn small" onClick={() => onUnschedule(begins!)}>
              {words.unschedule}
            </button>
          </EditCard>
        );
      })}
    </section>
  );
}
