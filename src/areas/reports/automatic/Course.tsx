import { useEffect, useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { nextTime } from '#domain/due-times.ts';
import { day, dayOfWeek, time } from '#domain/italian.ts';
import { valuesIn } from '#domain/record/fields.ts';
import type { AutomaticInput } from '#domain/reports/automatic/fields.ts';
import type { AutomaticReport, Mailing } from '#domain/reports/automatic/schema.ts';
import { recurrenceOf } from '#domain/reports/automatic/times.ts';
import { daysOf } from '#domain/reports/periods.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { automatic as words } from '#site/messages/it/reports.ts';
import { attempt } from '#site/ui/attempt.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Switch } from '#site/ui/Choice.tsx';
import { toast } from '#site/ui/toast.ts';
import { useLooks } from '#site/ui/useLooks.ts';
import { actsOf } from './acts.ts';
import type { AutomaticFields } from './begins.ts';
import { didFail, saidOf, spanOf, stateOf, unsentOf } from './said.ts';

/** While one is being made, how it went is asked for again after so many milliseconds. */
const LOOK_MS = 2000;

function Sent({ mailing }: { mailing: Mailing }) {
  const { tone, label } = stateOf(mailing);
  return (
    <li>
      <b>{moment(mailing.at)}</b> <StateBadge tone={tone}>{label}</StateBadge>
      <small className="muted">{saidOf(mailing)}</small>
      {unsentOf(mailing).map(({ text, isBad }) => (
        <small key={text} className={isBad ? 'bad' : 'muted'}>
          {text}
        </small>
      ))}
    </li>
  );
}

interface Props {
  row: AutomaticReport;
  /** As they are typed. */
  values: AutomaticInput;
  fields: AutomaticFields;
  /** Reads the report again, with what was typed lost. */
  again: () => void;
}

/** Times that are said after the next one. */
const THEN = 3;

/** The next times by what is typed, as instants. */
function timesOf(values: AutomaticInput, now: Date): string[] {
  const times = [now];
  for (let n = 0; n <= THEN; n++) times.push(nextTime(recurrenceOf(values), times[n]!));
  return times.slice(1).map((one) => one.toISOString());
}

const isTimed = ({ every, weekday, monthday, time: at }: AutomaticInput) =>
  (every !== 'week' || weekday !== null) && (every !== 'month' || monthday !== null) && Boolean(at);

/** When it leaves next, about which days, and when after that: by what is typed. */
function Times({ row, values }: Pick<Props, 'row' | 'values'>) {
  const [now] = useState(() => new Date());
  if (row.state !== 'active') return <b>{words.rests}</b>;
  if (!isTimed(values)) return null;
  const [next, ...then] = timesOf(values, now) as [string, ...string[]];
  const on = dayInRome(new Date(next));
  const { from, to } = daysOf(values.period, on);
  return (
    <>
      <span>
        {words.due} <b>{`${dayOfWeek(on)}, ${time(next)}`}</b>
      </span>
      <small>
        {t(words.thenAt, {
          days: spanOf(from, to),
          times: then.map((one) => day(dayInRome(new Date(one))).slice(0, 5)).join(', '),
        })}
      </small>
    </>
  );
}

/** When it leaves next, with what is done about it at once. */
function Next({ row, values, fields, again, onSent }: Props & { onSent: () => void }) {
  const isTyped = JSON.stringify(valuesIn(fields, row)) !== JSON.stringify(valuesIn(fields, values));
  return (
    <section className="report-next">
      <p>
        <Times row={row} values={values} />
        {row.state !== 'left' && <small>{t(words.owned, { owner: row.owner })}</small>}
      </p>
      <span>
        {actsOf(row).map(({ label, done, sends, run }) => (
          <button
            key={label}
            type="button"
            className="btn"
            onClick={() => {
              if (isTyped) return void toast(words.saveFirst, { kind: 'bad' });
              void attempt(
                async () => {
                  await run();
                  if (sends) onSent();
                  else again();
                },
                { done },
              );
            }}
          >
            {label}
          </button>
        ))}
      </span>
    </section>
  );
}

/** Below the fields of a report that is there: when it leaves next, and how it went each time. */
export default function Course(props: Props) {
  const { id, archived } = props.row;
  const [mailings, setMailings] = useState<readonly Mailing[] | null>(null);
  const [which, setWhich] = useState<'all' | 'failed'>('all');
  const read = (quiet = false) =>
    call('GET /automatic-reports/:id/mailings', { params: { id } }, { quiet }).then(setMailings);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each report
  useEffect(() => void attempt(() => read()), [id]);
  useLooks(mailings?.some(({ state }) => state === 'making') ? LOOK_MS : null, () => read(true));
  const failed = (mailings ?? []).filter(didFail);
  const shown = which === 'all' ? mailings : failed;
  return (
    <>
      {!archived && <Next {...props} onSent={() => void attempt(() => read())} />}
      {shown && (
        <section>
          <header className="report-history">
            <h3>{words.history}</h3>
            {failed.length > 0 && (
              <Switch
                label={words.history}
                value={which}
                options={[
                  { value: 'all', label: words.views.all },
                  { value: 'failed', label: `${words.views.failed} ${failed.length}` },
                ]}
                onChange={setWhich}
              />
            )}
          </header>
          {shown.length === 0 && <p className="muted">{words.never}</p>}
          <ul className="plain report-sent">
            {shown.map((one) => (
              <Sent key={one.id} mailing={one} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
