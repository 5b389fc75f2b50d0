import type { ReceptionNow } from '#domain/accesses/schema.ts';
import { time } from '#domain/italian.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import { SeenAt } from './SeenAt.tsx';
import type { Seen } from '#site/ui/usePolled.ts';

interface Props {
  reception: ReceptionNow;
  seen: Seen;
  now: Date;
  sound: boolean;
  onPlace: (id: number) => void;
  onSound: (on: boolean) => void;
  /** Opens the screen of the room; null when the person may not. */
  onRoom: (() => void) | null;
}

/** The head of the reception: its place, how recent its data are, and the clock. Its middle is left free for what is told. */
export const ReceptionHead = ({
  reception: { location, locations },
  seen,
  now,
  sound,
  onPlace,
  onSound,
  onRoom,
}: Props) => (
  <header className="head">
    <div className="reception-title">
      <h1>{words.title}</h1>
      {locations.length > 1 ? (
        <select
          className="reception-input"
          aria-label={words.place}
          value={location.id}
          onChange={({ target: { value } }) => onPlace(Number(value))}
        >
          {locations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <span className="muted">{location.name}</span>
      )}
      <SeenAt seen={seen} />
    </div>
    <label className="reception-sound" title={words.sound}>
      <input
        type="checkbox"
        aria-label={words.sound}
        checked={sound}
        onChange={({ target: { checked } }) => onSound(checked)}
      />
      {words.soundShort}
    </label>
    {onRoom && (
      <button type="button" className="btn" aria-label={words.room} title={words.room} onClick={onRoom}>
        {words.roomShort}
      </button>
    )}
    <b className="reception-clock">{time(now.toISOString())}</b>
  </header>
);
