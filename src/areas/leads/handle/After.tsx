import { useRef, useState } from 'react';
import { addDays, weekdayOf } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { dayOfWeek } from '#domain/italian.ts';
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
}
/** Working days on which somebody is called again: the next three. */
const callsFrom = (today: string): When[] =>
  [1, 2, 3, 4]
    .map((days) => addDays(today, days))
    .filter((day) => weekdayOf(day) !== 'sun')
    .slice(0, 3)
    .map((day) => ({ day, time: '10:00' }));
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
  today,
  errors,
}: {
  lead: Lead;
  kinds: readonly NextKind[];
  kind: NextKind;
  setKind: (kind: NextKind) => void;
  when: When;
  setWhen: (when: When) => void;
  booking: ReturnType<typeof useBooking>;
  today: string;
  errors: Record<string, string>;
}) {
  const [isOther, setOther] = useState(false);
  const offered = kind === 'call' ? callsFrom(today) : booking.slots;
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
        {offered.map(({ day, time }) => (
          <button
            key={day + time}
            type="button"
            className="btn"
            aria-pressed={same(when, { day, time })}
            onClick={() => setWhen({ day, time })}
          >
            <span title={dayOfWeek(day)}>{shortDay(day)}</span> <small>{time}</small>
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

/** What is typed about an action, and saving it: first books the event that it plans, then logs the action. */
function useAfter(
  { word: { type, result }, note: begun, lead, today, userId, onSaved }: Props,
  ends: boolean,
  isReasoned: boolean,
) {
  const [note, setNote] = useState(begun);
  const [reason, setReason] = useState('');
  const [followUpOn, setFollowUpOn] = useState<string | null>(null);
  const [template, setTemplate] = useState('');
  const [kind, setKind] = useState<NextKind>('call');
  const [chosen, setWhen] = useState<When>(callsFrom(today)[0]!);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const booking = useBooking(lead, kind, today, userId);
  const when = chosen.day === '' && kind !== 'call' && booking.slots[0] ? booking.slots[0] : chosen;
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
  const choose = (one: NextKind) => {
    setKind(one);
    setWhen(one === 'call' ? callsFrom(today)[0]! : { day: '', time: '' });
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
    choose,
    when,
    setWhen,
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
  const { word, lead, terms, reasons, today, mayBook, next } = props;
  const effect = effectOf(lead.state, word.type, word.result);
  const moves = effect?.moves ?? [];
  const ends = endsBy(lead, word);
  const templates =
    ends || !lead.offered.includes('write') ? [] : terms.templates.filter(({ channel }) => reaches(lead, channel));
  const asking = effect && reasonedBy(effect);
  const why = reasons.filter(({ move }) => move === asking);
  const said = useAfter(props, ends, why.length > 0);
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
          kinds={mayBook ? ['test_drive', 'appointment', 'call'] : ['call']}
          kind={said.kind}
          setKind={said.choose}
          when={said.when}
          setWhen={said.setWhen}
          booking={said.booking}
          today={today}
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
