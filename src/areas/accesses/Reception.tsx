import { lazy, useEffect, useRef, useState } from 'react';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { Expected, Here, ReceptionNow } from '#domain/accesses/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import { read, write } from '#site/stores/persisted.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { Crew, dutyWords } from './Crew.tsx';
import { useSteps } from '#site/ui/record/page/useSteps.tsx';
import { ExpectedList } from './ExpectedList.tsx';
import { Register, type Ticketed } from './Register.tsx';
import { visitMoves, visitOf, type Name, type Reasons } from './moves.ts';
import { useReception } from './useReception.ts';
import { useRoom } from './useRoom.ts';
import { Left, Present, Waiting } from './Visits.tsx';
import { ReceptionHead } from './ReceptionHead.tsx';
import './accesses.css';

const Ticket = lazy(() => import('./Ticket.tsx'));
const RoomNote = lazy(() => import('./RoomNote.tsx'));
const KEPT = 'filters:reception';
const keep = (patch: Record<string, string>) => write(KEPT, { ...read(KEPT), ...patch });

interface Props {
  given: ReceptionNow;
  /** The server's time, so that server and browser draw the same page. */
  now: string;
  reasons: Reasons;
  sellers: Named;
  mayRoom: boolean;
  /** Whether the person sees any leads. */
  seesLeads: boolean;
}

/** Names with who is free, busy and until when: those of the place first, in the order of their turns. */
const withDuty = (sellers: Named, crew: ReceptionNow['sellers']): Named => [
  ...crew.map((one) => ({ id: one.id, name: t(words.busy, { name: one.name, why: dutyWords(one) }) })),
  ...sellers.filter(({ id }) => !crew.some((one) => one.id === id)),
];

/** A short tone when somebody comes, for who wants it. */
function ring(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  tone.frequency.value = 660;
  tone.connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.2);
  tone.addEventListener('ended', () => void audio.close());
}

/** Rings when somebody comes, if it is wanted. */
function useRing(waiting: readonly Here[], wanted: boolean): void {
  const latest = Math.max(0, ...waiting.map(({ id }) => id));
  const heard = useRef(latest);
  useEffect(() => {
    if (latest > heard.current && wanted) ring();
    heard.current = Math.max(heard.current, latest);
  }, [latest, wanted]);
}

/** The reception of a place: who waits, who comes, who is expected, whose turn it is. */
export function Reception({ given, now: begun, reasons, sellers, mayRoom, seesLeads }: Props) {
  const { reception, seen, now, look, stand } = useReception(given, begun);
  const [sound, setSound] = useState(false);
  const [ticket, setTicket] = useState<Ticketed | null>(null);
  const { id: locationId } = reception.location;
  const room = useRoom(reception, now);
  useEffect(() => {
    const kept = read(KEPT);
    setSound(kept?.sound === 'on');
    const place = Number(kept?.place);
    if (given.locations.some(({ id }) => id === place) && place !== given.location.id) stand(place);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: where this page stood before the page was loaded again
  }, []);
  useRing(reception.waiting, sound);
  const again = () => look().catch(console.info);
  const crew = useRef<Named>(sellers);
  crew.current = withDuty(sellers, reception.sellers);
  const [movesOf] = useState(() => visitMoves({ reasons, sellers: () => crew.current, again }));
  const { press, question } = useSteps();
  const ask = (visit: Here, name: Name) => press(movesOf(visitOf(visit)).stepOf(name));
  const assign = (visit: Here) => movesOf(visitOf(visit)).go('assign', { sellerId: visit.proposal!.id });
  const meeting = useRef(new Set<number>());
  /** Who has an appointment is here: once, until the page shows it. */
  const meet = async (eventId: number) => {
    if (meeting.current.has(eventId)) return;
    meeting.current.add(eventId);
    await attempt(() => call('POST /accesses/arrivals', { key: newKey(), body: { eventId, locationId } }), {
      done: accessMachine.moves.checkIn.done,
    });
    await again();
    meeting.current.delete(eventId);
  };
  const arrive = ({ kind, id, version }: Expected) =>
    kind === 'access' ? movesOf({ id, version, customerId: null, sellerId: null }).go('checkIn') : meet(id);
  return (
    <ErrorBoundary what={words.title}>
      <div className="page reception-page">
        <ReceptionHead
          reception={reception}
          seen={seen}
          now={now}
          sound={sound}
          onPlace={(place) => {
            keep({ place: String(place) });
            stand(place);
          }}
          onSound={(on) => {
            setSound(on);
            keep({ sound: on ? 'on' : 'off' });
          }}
          onRoom={mayRoom ? room.press : null}
        />
        <OnDemand>{mayRoom && room.says && <RoomNote room={room} />}</OnDemand>
        <div className="reception-main">
          <Waiting
            reception={reception}
            now={now}
            onAssign={(visit) => void assign(visit)}
            onAsk={ask}
            onTicket={setTicket}
          />
          <ExpectedList expected={reception.expected} now={now} onHere={(one) => void arrive(one)} />
          <Present reception={reception} now={now} onAsk={ask} />
          {reception.left.length > 0 && <Left left={reception.left} now={now} onAsk={ask} />}
        </div>
        <aside className="reception-side">
          <Register
            locationId={locationId}
            nextTicket={reception.nextTicket}
            begun={begun}
            online={seen.since === null}
            seesLeads={seesLeads}
            onEntered={again}
            onTicket={setTicket}
          />
          <Crew sellers={reception.sellers} now={now} />
        </aside>
      </div>
      <OnDemand>
        {ticket && <Ticket {...ticket} place={reception.location.name} onClose={() => setTicket(null)} />}
      </OnDemand>
      {question}
    </ErrorBoundary>
  );
}
