import { useEffect, useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { fileSize } from '#domain/file-size.ts';
import { day, dayOfWeek, integer, time } from '#domain/italian.ts';
import { valuesIn } from '#domain/record/fields.ts';
import type { AutomaticInput } from '#domain/reports/automatic/fields.ts';
import type { AutomaticReport, Mailing } from '#domain/reports/automatic/schema.ts';
import { mailingStates, mailingWays } from '#domain/reports/automatic/terms.ts';
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

/** While one is being made, how it went is asked for again after so many milliseconds. */
const LOOK_MS = 2000;

const spanOf = (from: string, to: string): string => (from === to ? day(from) : `${day(from)}–${day(to)}`);

/** What it was about and what became of it. */
const saidOf = ({ how, by, rows, failure, from, to, bytes, mails }: Mailing): string =>
  [
    `${mailingWays[how]}${by ? `, ${by}` : ''}`,
    from && to && spanOf(from, to),
    rows !== null && (rows === 1 ? words.oneRow : t(words.rowCount, { n: integer(rows) })),
    mails.length > 0 && t(words.to, { n: mails.filter(({ state }) => state === 'sent').length, all: mails.length }),
    bytes !== null && bytes > 0 && fileSize(bytes),
    failure,
  ]
    .filter(Boolean)
    .join(' · ');

const didFail = ({ state, mails }: Mailing): boolean =>
  state === 'failed' || mails.some((mail) => mail.state === 'failed');

function Sent({ mailing }: { mailing: Mailing }) {
  const { at, state, mails } = mailing;
  return (
    <li>
      <b>{moment(at)}</b> <StateBadge tone={mailingStates[state].tone}>{mailingStates[state].label}</StateBadge>
      <small className="muted">{saidOf(mailing)}</small>
      {mails
        .filter(({ failure }) => failure !== null)
        .map(({ to, failure, state: its }) => (
          <small key={to} className={its === 'skipped' ? 'muted' : 'bad'}>
            {t(its === 'waiting' ? words.waiting : words.notTo, { to, why: failure! })}
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

/** When it leaves next and about which days, with what is done about it at once. */
function Next({ row, values, fields, again, onSent }: Props & { onSent: () => void }) {
  const { dueAt } = row;
  const isTyped = JSON.stringify(valuesIn(fields, row)) !== JSON.stringify(valuesIn(fields, values));
  const [today] = useState(() => dayInRome(new Date()));
  const { from, to } = daysOf(values.period, today);
  return (
    <section className="report-next">
      <p>
        {dueAt ? (
          <>
            {words.due} <b>{`${dayOfWeek(dayInRome(new Date(dueAt)))}, ${time(dueAt)}`}</b>
          </>
        ) : (
          <b>{words.rests}</b>
        )}
        <small>{t(words.today, { days: spanOf(from, to) })}</small>
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
