import { useEffect, useState } from 'react';
import type { UncoveredEvent, Way } from '#domain/calendars/absences.ts';
import { eventKinds } from '#domain/calendars/event-terms.ts';
import { dayInRome } from '#domain/dates.ts';
import type { HandedOver, Heir, LeavingKind } from '#domain/users/leaving.ts';
import { day as dayText, dayOfWeek, telephone, time as timeText } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { absence as words } from '#site/messages/it/calendars.ts';
import { heirsIn, proposedTo, Work, type Choices } from '#site/parts/work/Work.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { takeBack } from './moved.ts';
import { undoable } from './undoable.ts';
import './closed.css';

/** To whom an event goes, and when. */
type Choice = Pick<Way, 'userId' | 'startsAt'> & { id: number };

/** The choice that leaves an event as it is. */
const LEAVE = -1;

/** A way out in words: who, when if not at its hour, and why this colleague. */
function wayText(event: UncoveredEvent, { userId, name, day, time, by }: Way): string {
  const when = { name, day: dayOfWeek(day), time };
  if (userId === null) return t(words.waits, when);
  const isSame = day === event.day && time === event.time;
  const who = isSame ? t(words.same, { name }) : t(words.other, when);
  return by ? `${who} (${words.by[by]})` : who;
}

/** What becomes of one event, and what its customer will read. */
function Row({ event, at, onChoose }: { event: UncoveredEvent; at: number; onChoose: (at: number) => void }) {
  const { kind, title, customer, day, time, minutes, absent, ways, phone } = event;
  const way = ways[at];
  const silent = phone ? t(words.phone, { phone: telephone(phone) }) : words.unreachable;
  const what = [eventKinds[kind], customer ?? title].filter(Boolean).join(' · ');
  return (
    <li>
      <label className="field">
        <span>
          <b>{what}</b>
          <br />
          {t(words.of, { day: dayOfWeek(day), time, minutes, absent })}
        </span>
        {ways.length === 0 ? (
          <small>{words.nowhere}</small>
        ) : (
          <select
            aria-label={`${words.way}: ${what}`}
            value={at}
            onChange={(e) => onChoose(Number(e.currentTarget.value))}
          >
            {ways.map((one, n) => (
              <option key={`${one.userId} ${one.startsAt}`} value={n}>
                {wayText(event, one)}
              </option>
            ))}
            <option value={LEAVE}>{words.leave}</option>
          </select>
        )}
      </label>
      {way && <p className="muted">{way.text ? `«${way.text}»` : silent}</p>}
    </li>
  );
}

/** Gives work back that went to colleagues while its person was absent. */
const giveBack = (id: number, handoverId: number) =>
  call('POST /users/:id/absent/undo', { key: newKey(), params: { id }, body: { handoverId } });

/** What is to be decided of one absent person, or of all: appointments, other work, and what went to colleagues before. */
function useOpen(userId: number | undefined, handsWork: boolean) {
  const [events, setEvents] = useState<readonly UncoveredEvent[] | null>(null);
  const [kinds, setKinds] = useState<readonly LeavingKind[]>([]);
  const [handed, setHanded] = useState<readonly HandedOver[]>([]);
  const [choices, setChoices] = useState<Choices>({});
  useEffect(() => {
    const read = async () => {
      const [open, due] = await Promise.all([
        call('GET /calendars/uncovered', { query: userId === undefined ? {} : { userId } }),
        userId !== undefined && handsWork
          ? call('GET /users/:id/absent', { params: { id: userId } })
          : { kinds: [], handed: [] },
      ]);
      // Appointments stand above, each with its own choice.
      setKinds(due.kinds);
      setHanded(due.handed);
      setChoices(proposedTo(due.kinds));
      setEvents(open);
    };
    void read();
  }, [userId, handsWork]);
  return { events, kinds, handed, choices, setChoices };
}

/** Gives what was chosen; one press takes back all of it that was done, also before something failed. */
async function giveAll(
  { events, work }: { events: readonly Choice[]; work: { id: number; heirs: Heir[] } },
  { onChanged, onClose }: { onChanged: () => Promise<void> | void; onClose: () => void },
): Promise<void> {
  const done: { text: string; back: () => Promise<unknown> }[] = [];
  let hasFailed = true;
  try {
    if (events.length > 0) {
      const { moved, left } = await call('POST /calendars/uncovered', { key: newKey(), body: { events: [...events] } });
      if (left.length > 0) void toast(left.join(' '), { kind: 'bad', duration: 10_000 });
      if (moved.length > 0) done.push({ text: t(words.given, { n: moved.length }), back: () => takeBack(moved) });
    }
    const { id, heirs } = work;
    if (heirs.length > 0) {
      const sent = { key: newKey(), params: { id }, body: { heirs } };
      const { handoverId } = await call('POST /users/:id/absent', sent);
      if (handoverId !== null) done.push({ text: words.handed, back: () => giveBack(id, handoverId) });
    }
    hasFailed = false;
  } finally {
    // What was chosen stays open where nothing of it was done.
    if (done.length > 0 || !hasFailed) onClose();
    await onChanged();
    if (done.length > 0)
      undoable(
        done.map(({ text }) => text).join(' '),
        () => Promise.all(done.map((one) => one.back())),
        () => void onChanged(),
      );
  }
}

/** What stands in absences, of one person or of all: each with a colleague at its hour or another time, given at one press. */
export function Uncovered({
  userId,
  handsWork,
  onChanged,
  onClose,
}: {
  userId?: number | undefined;
  /** The viewer may give the person's leads and quotes to others, too. */
  handsWork: boolean;
  onChanged: () => Promise<void> | void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const { events, kinds, handed, choices, setChoices } = useOpen(userId, handsWork);
  if (events === null) return null;
  const heirs = heirsIn(kinds, choices);
  const atOf = ({ id }: UncoveredEvent) => chosen[id] ?? 0;
  const going = events.flatMap((event) => {
    const way = event.ways[atOf(event)];
    return way ? [{ id: event.id, userId: way.userId, startsAt: way.startsAt }] : [];
  });
  const give = () =>
    attempt(() => giveAll({ events: going, work: { id: userId ?? 0, heirs } }, { onChanged, onClose }));
  const back = (id: number) =>
    attempt(() => giveBack(userId ?? 0, id), {
      done: words.wentBack,
      again: () => {
        onClose();
        void onChanged();
      },
    });
  return (
    <Dialog
      open
      size="l"
      title={words.uncovered}
      onClose={onClose}
      actions={
        (going.length > 0 || heirs.length > 0) && (
          <button type="button" className="btn primary" onClick={() => void give()}>
            {words.give}
          </button>
        )
      }
    >
      <p>{events.length === 0 && kinds.length === 0 ? words.none : words.look}</p>
      <ul className="cal-uncovered">
        {events.map((event) => (
          <Row
            key={event.id}
            event={event}
            at={atOf(event)}
            onChoose={(at) => setChosen({ ...chosen, [event.id]: at })}
          />
        ))}
      </ul>
      {handed.map(({ id, at }) => (
        <p key={id}>
          {t(words.wasHanded, { day: dayText(dayInRome(new Date(at))), time: timeText(at) })}{' '}
          <button type="button" className="btn" onClick={() => void back(id)}>
            {words.giveBack}
          </button>
        </p>
      ))}
      {kinds.length > 0 && (
        <Work
          legend={words.work}
          help={words.workHelp}
          kinds={kinds}
          choices={choices}
          stays={words.waiting}
          onChoose={setChoices}
        />
      )}
    </Dialog>
  );
}

/** How many events of absent people wait to be given, above the list of calendars, with the dialog that gives them. */
export function UncoveredNote({
  count: first,
  asked,
  handsWork,
}: {
  count: number;
  /** Whose absence is asked for. */
  asked: number | undefined;
  handsWork: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(first);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => setOpen(asked !== undefined), [asked]);
  return (
    <div className="page">
      {count > 0 && (
        <p className="callout warn">
          {t(words.count, { n: count })}{' '}
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            {words.decide}
          </button>
        </p>
      )}
      {isOpen && (
        <Uncovered
          userId={asked}
          handsWork={handsWork}
          onChanged={async () => setCount((await call('GET /calendars/uncovered', { query: {} })).length)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
