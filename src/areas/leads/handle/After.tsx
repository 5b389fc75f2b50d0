import { useRef, useState } from 'react';
import { blankOf } from '#domain/record/fields.ts';
import { dayOfWeek, time } from '#domain/italian.ts';
import { effectOf, reasonedBy } from '#domain/leads/actions.ts';
import { actionFields, followUpFields } from '#domain/leads/fields.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Lead } from '#domain/leads/schema.ts';
import type { ResultWord } from '#domain/leads/setting-fields.ts';
import { leadStates } from '#domain/leads/terms.ts';
import { call, CallError } from '#site/lib/call.ts';
import { refusalOf } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { textsOf } from '#site/ui/choices.ts';
import { DateField, TimeField } from '#site/ui/DateField.tsx';
import { Select, TextArea } from '#site/ui/Field.tsx';
import { whyRefused } from '#site/ui/attempt.ts';
import { endsBy, reaches, type LogProps } from './log-props.ts';
import { useBooking, type NextKind } from './useBooking.ts';

interface When {
  day: string;
  time: string;
  /** How the time is called; absent: by its day. */
  label?: string;
}
/** Working days on which somebody is called again: the next three. */
const callsFrom = (today: string, workdays: readonly string[]): When[] =>
  workdays
    .filter((day) => day > today)
    .slice(0, 3)
    .map((day) => ({ day, time: '10:00' }));
const EVENING = '18:30';
/** Who did not answer is called again the same day, in two hours or in the evening, or on the next working day; on a Sunday or holiday not before. */
function againFrom(today: string, workdays: readonly string[], now: Date): When[] {
  const calls = callsFrom(today, workdays);
  if (!workdays.includes(today)) return calls;
  const minute = 60_000;
  const later = time(new Date(Math.ceil((now.getTime() + 120 * minute) / (15 * minute)) * 15 * minute).toISOString());
  const sameDay = [
    { day: today, time: later, label: words.soon },
    { day: today, time: EVENING, label: words.evening },
  ];
  const isAhead = ({ time: at }: When) => at <= '20:00' && at > time(now.toISOString());
  return [...sameDay.filter(isAhead), calls[0]!];
}
/** `gio 26`. */
const shortDay = (day: string) => `${dayOfWeek(day).slice(0, 3)} ${Number(day.slice(8))}`;
const same = (one: When | null, other: When) => one?.day === other.day && one.time === other.time;
const fields = ['reason', 'followUpOn', 'note', 'nextOn', 'nextTime', 'nextType', 'day', 'time'];

/** What comes next: a kind and one of the next free times, or another one. */
function Next({
  lead,
  kinds,
  kind,
  setKind,
  when,
  setWhen,
  booking,
  calls,
  errors,
}: {
  lead: Lead;
  kinds: readonly NextKind[];
  kind: NextKind;
  setKind: (kind: NextKind) => void;
  when: When;
  setWhen: (when: When) => void;
  booking: ReturnType<typeof useBooking>;
  /** The times that are offered for a call. */
  calls: readonly When[];
  errors: Record<string, string>;
}) {
  const [isOther, setOther] = useState(false);
  const offered = kind === 'call' ? calls : booking.slots;
  const who = kind === 'call' ? [lead.assignee?.name] : booking.names;
  return (
    <>
      <h2 className="lead-step">
        <i aria-hidden="true">2</i> {words.nextTitle} <small className="muted">{words.obligatory}</small>
      </h2>
      <div className="lead-next" role="group" aria-label={words.nextTitle}>
        {kinds.map((one) => (
          <button
            key={one}
            type="button"
            className="btn"
            name={`next-${one}`}
            aria-pressed={kind === one}
            onClick={() => setKind(one)}
          >
            {words.nextKinds[one]}
          </button>
        ))}
      </div>
      {booking.cars.length > 1 && (
        <Select
          label={words.car}
          name="car"
          value={String(booking.car?.id ?? '')}
          options={booking.cars.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => booking.setCarId(Number(event.currentTarget.value))}
        />
      )}
      <div className="lead-times">
        {offered.map(({ day, time, label }: When) => (
          <button
            key={day + time}
            type="button"
            className="btn"
            aria-pressed={same(when, { day, time })}
            onClick={() => setWhen({ day, time })}
          >
            <span title={dayOfWeek(day)}>{label ?? shortDay(day)}</span> <small>{time}</small>
          </button>
        ))}
        <button type="button" className="btn" aria-expanded={isOther} onClick={() => setOther(!isOther)}>
          {words.otherTime}
        </button>
      </div>
      {(isOther || errors.nextOn || errors.day) && (
        <div className="two">
          <DateField
            label={words.nextOn}
            name="nextOn"
            required
            value={when.day || null}
            error={errors.nextOn ?? errors.day}
            onChange={(day) => setWhen({ ...when, day: day ?? '' })}
          />
          <TimeField
            label={words.nextTime}
            name="nextTime"
            value={when.time || null}
            error={errors.nextTime ?? errors.time}
            onChange={(time) => setWhen({ ...when, time: time ?? '' })}
          />
        </div>
      )}
      {when.day && (
        <p className="lead-planned">
          {t(words.planned, {
            what: words.nextKinds[kind],
            when: `${dayOfWeek(when.day)} ${when.time}`,
            who: who.filter(Boolean).join(' e ') || words.nobody,
          })}
        </p>
      )}
    </>
  );
}

type Props = LogProps & { word: ResultWord; note: string };

interface Ways {
  ends: boolean;
  isReasoned: boolean;
  /** What may come next, and the times of a call. */
  kinds: readonly NextKind[];
  calls: readonly When[];
}

/** What may come next: what is called an appointment makes one, in its calendars. */
function kindsFor(mayBook: boolean, isPlanned: boolean): readonly NextKind[] {
  if (!mayBook) return ['call'];
  return isPlanned ? ['appointment', 'test_drive'] : ['test_drive', 'appointment', 'call'];
}

/** What is typed about an action, and saving it: first books the event that it plans, then logs the action. */
function useAfter(
  { word: { type, result }, note: begun, lead, today, userId, onSaved }: Props,
  { ends, isReasoned, kinds, calls }: Ways,
) {
  const [note, setNote] = useState(begun);
  const [reason, setReason] = useState('');
  const [followUpOn, setFollowUpOn] = useState<string | null>(null);
  const [template, setTemplate] = useState('');
  const [picked, pick] = useState<{ kind?: NextKind; when?: When }>({});
  // Another result offers other kinds and times; what the person picked stays where it may.
  const proposed: NextKind = kinds.includes('call') ? 'call' : kinds[0]!;
  const kind = picked.kind && kinds.includes(picked.kind) ? picked.kind : proposed;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const booking = useBooking(lead, kind, today, userId);
  const when: When = picked.when ?? (kind === 'call' ? calls[0] : booking.slots[0]) ?? { day: '', time: '' };
  const planned = ends ? {} : { nextType: 'follow_up' as const, nextOn: when.day || null, nextTime: when.time || null };
  const save = async (goesOn: boolean) => {
    if (sending.current) return;
    if (isReasoned && !reason) return setErrors({ reason: words.reasonNeeded });
    sending.current = true;
    setBusy(true);
    setErrors({});
    setFailure('');
    try {
      const { id, version } = kind === 'call' || ends ? lead : await booking.book(when.day, when.time);
      const why = { note, reason: reason ? Number(reason) : null, followUpOn };
      const body = { ...blankOf(actionFields), type, result, ...why, ...planned };
      const saved = await call('POST /leads/:id/actions', { params: { id }, version, body });
      onSaved(saved, { goesOn, template, booked: kind !== 'call' && !ends });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { atFields, rest } = refusalOf(error.body, fields);
      setErrors(atFields);
      setFailure(rest || (Object.keys(atFields).length > 0 ? '' : whyRefused(error)));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return {
    note,
    setNote,
    reason,
    setReason,
    followUpOn,
    setFollowUpOn,
    template,
    setTemplate,
    kind,
    choose: (one: NextKind) => pick({ kind: one }),
    when,
    setWhen: (one: When) => pick({ kind, when: one }),
    errors,
    failure,
    busy,
    booking,
    save,
  };
}

/** Why it ends, or no contract comes of it; of a lost lead, when it is taken up again. */
const Why = ({
  offered,
  loses,
  said,
}: {
  offered: LogProps['reasons'];
  loses: boolean;
  said: ReturnType<typeof useAfter>;
}) => (
  <>
    {offered.length > 0 && (
      <Select
        label={actionFields.reason.label}
        name="reason"
        required
        empty={words.choose}
        value={said.reason}
        error={said.errors.reason}
        options={offered.map(({ id, label }) => ({ value: String(id), label }))}
        onChange={(event) => said.setReason(event.currentTarget.value)}
      />
    )}
    {loses && (
      <DateField
        label={followUpFields.followUpOn.label}
        name="followUpOn"
        help={followUpFields.followUpOn.help}
        value={said.followUpOn}
        error={said.errors.followUpOn}
        onChange={said.setFollowUpOn}
      />
    )}
  </>
);

/** What comes after: the next action of a lead that stays open, the reason of one that ends. */
export default function After(props: Props) {
  const { word, lead, terms, reasons, today, workdays, mayBook, next } = props;
  const effect = effectOf(lead.state, word.type, word.result);
  const moves = effect?.moves ?? [];
  const ends = endsBy(lead, word);
  const templates =
    ends || lead.silent || !lead.offered.includes('write')
      ? []
      : terms.templates.filter(({ channel }) => reaches(lead, channel));
  const asking = effect && reasonedBy(effect);
  const why = reasons.filter(({ move }) => move === asking);
  const kinds = kindsFor(mayBook, effect?.planned === true);
  const [opened] = useState(() => new Date());
  const calls = effect?.unanswered ? againFrom(today, workdays, opened) : callsFrom(today, workdays);
  const said = useAfter(props, { ends, isReasoned: why.length > 0, kinds, calls });
  const { errors, failure, busy, save } = said;
  const to = moves.at(-1) && leadMachine.moves[moves.at(-1)!].to;
  return (
    <form
      className="lead-after"
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
    >
      <Why offered={why} loses={moves.includes('lose')} said={said} />
      {!ends && (
        <Next
          lead={lead}
          kinds={kinds}
          kind={said.kind}
          setKind={said.choose}
          when={said.when}
          setWhen={said.setWhen}
          booking={said.booking}
          calls={calls}
          errors={errors}
        />
      )}
      <TextArea
        label={actionFields.note.label}
        name="note"
        maxLength={actionFields.note.maxLength}
        rows={2}
        value={said.note}
        error={errors.note}
        onChange={(event) => said.setNote(event.currentTarget.value)}
      />
      {templates.length > 0 && (
        <>
          <h2 className="lead-step">
            <i aria-hidden="true">3</i> {words.writeTitle} <small className="muted">{words.optional}</small>
          </h2>
          <Select
            label={words.template}
            name="template"
            empty={words.noTemplate}
            value={said.template}
            help={said.template ? words.templateHelp : undefined}
            options={textsOf(templates.map(({ name }) => name))}
            onChange={(event) => said.setTemplate(event.currentTarget.value)}
          />
        </>
      )}
      {to && <p className="muted">{t(words.becomes, { state: leadStates[to].label })}</p>}
      {failure && (
        <p className="callout bad" role="alert">
          {failure}
        </p>
      )}
      <footer>
        <button
          type="submit"
          className={next ? 'btn' : 'btn primary'}
          data-save={next ? undefined : true}
          aria-busy={busy}
        >
          {words.save}
        </button>
        {next && (
          <button type="button" className="btn primary" data-save aria-busy={busy} onClick={() => void save(true)}>
            {words.saveNext} <kbd aria-hidden="true">Ctrl Invio</kbd>
          </button>
        )}
      </footer>
    </form>
  );
}
