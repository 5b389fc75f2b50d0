import { lazy, Suspense, useState } from 'react';
import { shortOf } from '#domain/fields.ts';
import { day } from '#domain/italian.ts';
import { quoteSettingFields, type QuoteSettings as Values } from '#domain/quotes/setting-fields.ts';
import type { QuoteSettingsAnswer } from '#domain/quotes/settings.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { preferences } from '#site/messages/it/preferences.ts';
import { Timeline } from '#site/ui/Timeline.tsx';
import { toast } from '#site/ui/toast.ts';
import { Shown } from './Shown.tsx';
import './settings.css';

const SettingsDialog = lazy(() => import('./SettingsDialog.tsx'));
const words = preferences.quotes;
const named = (changed: readonly string[]) =>
  changed.map((key) => shortOf(quoteSettingFields[key as keyof Values])).join(', ');

interface Props {
  data: QuoteSettingsAnswer;
  events: Events;
  today: string;
}

/** What the company sets for its quotes: what is in force, what waits for its day, and who changed what. */
export function QuoteSettings({ data, events, today }: Props) {
  const [settings, setSettings] = useState(data);
  const [history, setHistory] = useState(events);
  const [edited, setEdited] = useState<number | null>(null);
  const [now, ...waiting] = settings.periods as [QuoteSettingsAnswer['periods'][number], ...typeof settings.periods];
  const take = (answer: QuoteSettingsAnswer, done: string) => {
    setSettings(answer);
    setEdited(null);
    void toast(done, { kind: 'ok' });
    call('GET /quotes/settings/timeline', {}).then(setHistory, console.info);
  };
  const unschedule = async (from: string) => {
    try {
      const { version } = settings;
      const answer = await call('POST /quotes/settings/unschedule', { version, body: { from } });
      take(answer, t(words.unscheduled, { day: day(from) }));
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  const period = edited === null ? null : settings.periods[edited]!;
  const from = edited === 0 ? today : (period?.from ?? today);
  return (
    <>
      <div className="head">
        <p className="grow muted">{now.from ? t(words.inForce, { day: day(now.from) }) : words.neverSet}</p>
        <button type="button" className="btn primary" name="edit-settings" onClick={() => setEdited(0)}>
          {words.editNow}
        </button>
      </div>
      {waiting.length > 0 && (
        <section className="card pad">
          <h2>{words.waiting}</h2>
          <ul className="waiting">
            {waiting.map(({ from: begins, changed }, index) => (
              <li key={begins}>
                <span className="grow">
                  <b>{day(begins!)}</b> {named(changed)}
                </span>
                <button type="button" className="btn small" onClick={() => setEdited(index + 1)}>
                  {words.edit}
                </button>
                <button type="button" className="btn small" onClick={() => void unschedule(begins!)}>
                  {words.unschedule}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Shown values={now.values} makers={settings.makers} />
      <details className="card pad fold">
        <summary>{words.history}</summary>
        <Timeline events={history} />
      </details>
      <Suspense>
        {period && (
          <SettingsDialog
            title={edited === 0 ? words.editNow : t(words.editWaiting, { day: day(from) })}
            initial={{ ...period.values, from }}
            version={settings.version}
            makers={settings.makers}
            onClose={() => setEdited(null)}
            onSaved={(answer, begins) =>
              take(answer, begins > today ? t(words.scheduled, { day: day(begins) }) : words.saved)
            }
          />
        )}
      </Suspense>
    </>
  );
}
