import { lazy, useEffect, useRef, useState } from 'react';
import { accessFields } from '#domain/accesses/fields.ts';
import { accessSubjects, ticketOf } from '#domain/accesses/terms.ts';
import { languages } from '#domain/languages.ts';
import { keysOf } from '#domain/record/machine.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import { read, write } from '#site/stores/persisted.ts';
import { attempt, whyRefused } from '#site/ui/attempt.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import {
  blank,
  isDown,
  keepQueued,
  MOST_QUEUED,
  NOBODY,
  nowAt,
  queued,
  send,
  type Queued,
  type Typed,
} from './arrivals.ts';

/** Who has a number, and since when. */
export interface Ticketed {
  ticket: number;
  at: string;
}
const KEPT = 'draft:reception';

const loaders = {
  known: () => import('./Known.tsx'),
  queue: () => import('./Queue.tsx'),
  toaster: () => import('#site/ui/toaster.tsx'),
};
const Known = lazy(loaders.known);
const Queue = lazy(loaders.queue);
const ReasonAndQuestions = lazy(() => import('./words/ReasonAndQuestions.tsx'));

/** What they come for and how many they are; folded, the car and the language. */
function About({ typed, set }: { typed: Typed; set: (patch: Partial<Typed>) => void }) {
  // What else is asked loads when it is looked at.
  const [asking, setAsking] = useState(false);
  const choice = (key: string | number, label: string | number, pressed: boolean, patch: Partial<Typed>) => (
    <button key={key} type="button" className="btn" aria-pressed={pressed} onClick={() => set(patch)}>
      {label}
    </button>
  );
  return (
    <>
      <div className="reception-choices" role="group" aria-label={words.subject}>
        {keysOf(accessSubjects).map((one) => choice(one, accessSubjects[one], typed.subject === one, { subject: one }))}
      </div>
      <div className="reception-choices" role="group" aria-label={words.peopleLabel}>
        {[1, 2, 3, 4].map((n) => choice(n, n === 4 ? words.people4 : n, typed.people === n, { people: n }))}
      </div>
      <details onToggle={({ currentTarget: { open } }) => open && setAsking(true)}>
        <summary>{words.details}</summary>
        <label>
          {words.wish}
          <input
            className="reception-input"
            value={typed.wish}
            maxLength={accessFields.wish.maxLength}
            onChange={({ target: { value } }) => set({ wish: value })}
          />
        </label>
        <label>
          {words.language}
          <select
            className="reception-input"
            value={typed.language ?? ''}
            onChange={({ target: { value } }) => set({ language: (value || null) as Typed['language'] })}
          >
            <option value="">{words.italian}</option>
            {keysOf(languages).map((one) => (
              <option key={one} value={one}>
                {languages[one]}
              </option>
            ))}
          </select>
        </label>
        <OnDemand>{asking && <ReasonAndQuestions typed={typed} set={set} />}</OnDemand>
      </details>
    </>
  );
}

/** What is typed of who comes; it outlives the page. */
function useTyped() {
  const [typed, setTyped] = useState<Typed>(() => ({ ...blank(), key: '' }));
  useEffect(() => setTyped({ ...blank(), ...(read(KEPT) as Partial<Typed> | null) }), []);
  const keep = (next: Typed) => {
    setTyped(next);
    write(KEPT, next);
  };
  return { typed, set: (patch: Partial<Typed>) => keep({ ...typed, ...patch }), clear: () => keep(blank()) };
}

interface Props {
  locationId: number;
  nextTicket: number;
  /** The server's time when it answered the page. */
  begun: string;
  seesLeads: boolean;
  /** Whether the line is up. */
  online: boolean;
  onEntered: () => void;
  onTicket: (made: Ticketed) => void;
}

/** Registers who comes: a name and one press, or one press without a name. */
export function Register({ locationId, nextTicket, begun, seesLeads, online, onEntered, onTicket }: Props) {
  const { typed, set, clear } = useTyped();
  const [queue, setQueue] = useState<readonly Queued[]>([]);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Where a finger types, the focus would open the keyboard over the page.
    if (matchMedia('(hover: hover)').matches) field.current?.focus();
    setQueue(queued());
    // Without a line nothing loads any more.
    for (const load of Object.values(loaders)) void load();
  }, []);
  const changeQueue = (next: readonly Queued[]) => {
    keepQueued(next);
    setQueue(next);
  };
  const enter = async (values: Typed) => {
    setBusy(true);
    const arrival = { ...values, locationId, arrivedAt: nowAt(begun) };
    try {
      const { ticket, waitingSince } = await send(arrival);
      void toast(t(words.entered, { ticket: ticketOf(ticket!) }), {
        kind: 'ok',
        duration: 8000,
        action: { label: words.show, run: () => onTicket({ ticket: ticket!, at: waitingSince! }) },
      });
      clear();
      onEntered();
    } catch (error) {
      if (isDown(error) && queue.length < MOST_QUEUED) {
        changeQueue([...queued(), arrival]);
        clear();
        void toast(words.kept, { kind: 'info' });
      } else void toast(whyRefused(error), { kind: 'bad' });
    }
    setBusy(false);
    field.current?.focus();
  };
  /** Somebody who is no customer is noted, and nobody waits. */
  const enterOther = async () => {
    setBusy(true);
    const body = { name: typed.name, locationId };
    const done = await attempt(() => call('POST /accesses/others', { key: typed.key, body }), {
      done: words.otherDone,
    });
    if (done) clear();
    setBusy(false);
  };
  return (
    <form
      className="card pad reception-register"
      onSubmit={(event) => {
        event.preventDefault();
        void enter(typed);
      }}
    >
      <h2>{words.register}</h2>
      <label>
        <span className="sr-only">{words.name}</span>
        <input
          ref={field}
          className="reception-input"
          data-key="n"
          name="name"
          value={typed.name}
          maxLength={accessFields.name.maxLength}
          placeholder={words.name}
          autoComplete="off"
          onChange={({ target: { value } }) => set({ ...NOBODY, name: value })}
        />
      </label>
      <OnDemand>
        {typed.name.trim().length > 1 && <Known typed={typed} seesLeads={seesLeads} onChoose={set} />}
      </OnDemand>
      <About typed={typed} set={set} />
      <div className="reception-enter">
        <button
          type="button"
          className="btn"
          disabled={busy}
          onClick={() => void enter({ ...typed, ...NOBODY, name: '' })}
        >
          {words.anonymousButton}
        </button>
        <button type="submit" className="btn primary" disabled={busy} aria-busy={busy}>
          {t(words.enter, { ticket: ticketOf(nextTicket) })}
        </button>
      </div>
      <button type="button" className="btn" disabled={busy} onClick={() => void enterOther()}>
        {words.other}
      </button>
      <OnDemand>
        {queue.length > 0 && <Queue queue={queue} online={online} onChange={changeQueue} onSent={onEntered} />}
      </OnDemand>
    </form>
  );
}
