import { useEffect, useState } from 'react';
import { accessFields } from '#domain/accesses/fields.ts';
import { accessSubjects, ticketOf, type AccessSubject } from '#domain/accesses/terms.ts';
import { blankOf } from '#domain/record/fields.ts';
import { languages } from '#domain/languages.ts';
import { openStates } from '#domain/leads/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import { read, write } from '#site/stores/persisted.ts';
import { whyRefused } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { useDebounced } from '#site/ui/useDebounced.ts';

/** Somebody whom the typed name may be: a customer, or an open lead. */
interface Match {
  key: string;
  about: string;
  chosen: Pick<Typed, 'name' | 'customerId' | 'leadId'>;
}
/** Who has a number, and since when. */
export interface Ticketed {
  ticket: number;
  at: string;
}
interface Typed {
  name: string;
  subject: AccessSubject;
  people: number;
  wish: string;
  language: keyof typeof languages | null;
  customerId: number | null;
  leadId: number | null;
  /** The idempotency key of this registration: sent again after a lost connection, it registers nobody twice. */
  key: string;
}
/** Neither a customer nor a lead. */
const NOBODY = { customerId: null, leadId: null };
const blank = (): Typed => ({
  name: '',
  subject: 'new',
  people: 1,
  wish: '',
  language: null,
  ...NOBODY,
  key: newKey(),
});
const KEPT = 'draft:reception';

/** The open leads of this name that the person may see, and the customers. */
async function matching(q: string, seesLeads: boolean): Promise<Match[]> {
  const [leads, customers] = await Promise.all([
    seesLeads ? call('GET /leads', { query: { q, state: openStates.join(','), limit: 2 } }).catch(() => null) : null,
    call('GET /customers/matches', { query: { q } }).catch(() => []),
  ]);
  return [
    ...(leads?.rows ?? []).map(({ id, name, assignee, vehicle }) => ({
      key: `lead ${id}`,
      about: [assignee === null ? words.freeLead : t(words.leadOf, { name: assignee }), vehicle],
      chosen: { ...NOBODY, name, leadId: id },
    })),
    ...customers.map(({ id, name, city }) => ({
      key: `customer ${id}`,
      about: [city],
      chosen: { ...NOBODY, name, customerId: id },
    })),
  ].map(({ about, ...one }) => ({ ...one, about: about.filter(Boolean).join(' · ') }));
}

/** Who is known by this name, with the chosen one marked. */
function Known({
  typed: { name, customerId, leadId },
  matches,
  onChoose,
}: {
  typed: Typed;
  matches: readonly Match[];
  onChoose: (patch: Partial<Typed>) => void;
}) {
  if (customerId !== null || leadId !== null)
    return (
      <button type="button" className="reception-match" onClick={() => onChoose(NOBODY)}>
        <b>{name}</b> <span>{words.unlink}</span>
      </button>
    );
  return matches.slice(0, 3).map(({ key, about, chosen }) => (
    <button key={key} type="button" className="reception-match" onClick={() => onChoose(chosen)}>
      <span>
        <b>{chosen.name}</b> <small className="muted">{about}</small>
      </span>
      <span>{words.known}</span>
    </button>
  ));
}

/** What they come for and how many they are; folded, the car and the language. */
function About({ typed, set }: { typed: Typed; set: (patch: Partial<Typed>) => void }) {
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
      <details>
        <summary>{words.more}</summary>
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
      </details>
    </>
  );
}

interface Props {
  locationId: number;
  nextTicket: number;
  seesLeads: boolean;
  onEntered: () => void;
  onTicket: (made: Ticketed) => void;
}

/** Registers who comes: a name and one press, or one press without a name. What is typed outlives the page. */
export function Register({ locationId, nextTicket, seesLeads, onEntered, onTicket }: Props) {
  const [typed, setTyped] = useState<Typed>(() => ({ ...blank(), key: '' }));
  const [matches, setMatches] = useState<readonly Match[]>([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => setTyped({ ...blank(), ...(read(KEPT) as Partial<Typed> | null) }), []);
  const find = useDebounced(async (q: string) => {
    if (q.trim().length < 2) return setMatches([]);
    setMatches(await matching(q, seesLeads));
  });
  const set = (patch: Partial<Typed>) => {
    const next = { ...typed, ...patch };
    setTyped(next);
    write(KEPT, next);
  };
  const choose = (patch: Partial<Typed>) => {
    set(patch);
    setMatches([]);
  };
  const enter = async (values: Typed) => {
    setBusy(true);
    const { key, ...rest } = values;
    try {
      const body = { ...blankOf(accessFields), ...rest, locationId };
      const { ticket, waitingSince } = await call('POST /accesses', { key, body });
      void toast(t(words.entered, { ticket: ticketOf(ticket!) }), {
        kind: 'ok',
        duration: 8000,
        action: { label: words.show, run: () => onTicket({ ticket: ticket!, at: waitingSince! }) },
      });
      const next = blank();
      setTyped(next);
      write(KEPT, next);
      setMatches([]);
      onEntered();
    } catch (error) {
      void toast(whyRefused(error), { kind: 'bad' });
    }
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
          className="reception-input"
          name="name"
          value={typed.name}
          maxLength={accessFields.name.maxLength}
          placeholder={words.name}
          autoComplete="off"
          onChange={({ target: { value } }) => {
            set({ ...NOBODY, name: value });
            find.later(value);
          }}
        />
      </label>
      <Known typed={typed} matches={matches} onChoose={choose} />
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
    </form>
  );
}
