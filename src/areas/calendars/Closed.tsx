import { useEffect, useState } from 'react';
import type { DisplacedEvent } from '#domain/calendars/schema.ts';
import { eventKinds } from '#domain/calendars/event-terms.ts';
import { dayOfWeek } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { closed as words } from '#site/messages/it/calendars.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { takeBack } from './moved.ts';
import { undoable } from './undoable.ts';
import './closed.css';

/** Appointments at times that have become closed: their number above the list, and a dialog to move them. */
export function Closed({ events, asked }: { events: readonly DisplacedEvent[]; asked: boolean }) {
  const [left, setLeft] = useState(events);
  const [out, setOut] = useState<readonly number[]>([]);
  const [isOpen, setOpen] = useState(false);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => setOpen(asked && events.length > 0), [asked, events.length]);
  if (left.length === 0) return null;
  const chosen = left.filter(({ id, to }) => to && !out.includes(id)).map(({ id }) => id);
  const read = async () => setLeft(await call('GET /calendars/displaced', {}));
  const move = () =>
    attempt(async () => {
      const done = await call('POST /calendars/displaced', { key: newKey(), body: { ids: chosen } });
      await read();
      setOpen(false);
      const said = [
        t(words.moved, { n: done.moved.length }),
        ...(done.left > 0 ? [t(words.left, { n: done.left })] : []),
      ];
      if (done.moved.length > 0)
        undoable(
          said.join(' '),
          () => takeBack(done.moved),
          () => void read(),
        );
      else void toast(said.join(' '), { kind: 'bad' });
    });
  return (
    <div className="page">
      <p className="callout warn">
        {t(words.text, { n: left.length })}{' '}
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          {words.open}
        </button>
      </p>
      <Dialog
        open={isOpen}
        title={words.title}
        onClose={() => setOpen(false)}
        actions={
          <button type="button" className="btn primary" disabled={chosen.length === 0} onClick={() => void move()}>
            {words.move}
          </button>
        }
      >
        <p>{words.moveText}</p>
        <ul className="cal-closed">
          {left.map(({ id, kind, title, customer, day, time, minutes, to }) => (
            <li key={id}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  disabled={!to}
                  onChange={() => setOut(out.includes(id) ? out.filter((one) => one !== id) : [...out, id])}
                />{' '}
                <span>
                  <b>{[eventKinds[kind], customer ?? title].filter(Boolean).join(' · ')}</b>
                  <br />
                  {t(words.event, { day: dayOfWeek(day), time, minutes })}
                  <br />
                  {to ? t(words.to, { day: dayOfWeek(to.day), time: to.time }) : words.nowhere}
                </span>
              </label>
              <a className="link" href={`/dealer/calendars?event=${id}`}>
                {words.see}
              </a>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}
