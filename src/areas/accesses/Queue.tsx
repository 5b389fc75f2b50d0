import { useEffect, useRef, useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { time } from '#domain/italian.ts';
import { moment, t } from '#site/lib/intl.ts';
import { reception } from '#site/messages/it/accesses.ts';
import { queue as words } from '#site/messages/it/accesses-queue.ts';
import { attempt, whyRefused } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { isDown, queued, send, type Queued } from './arrivals.ts';

/** Milliseconds after which it is tried again where the line seems to be up. */
const RETRY_MS = 10_000;

interface Props {
  queue: readonly Queued[];
  /** Whether the line is up. */
  online: boolean;
  onChange: (queue: readonly Queued[]) => void;
  onSent: () => void;
}

/** When somebody came who was not sent on the day on which they came; null: today. */
const earlier = (arrivedAt: string): string | null =>
  dayInRome(new Date(arrivedAt)) < dayInRome(new Date()) ? moment(arrivedAt) : null;

/** Who waits for the line: each is sent once it is back, in their order. Who is refused stays in view, with the reason. */
export default function Queue({ queue, online, onChange, onSent }: Props) {
  const without = (key: string) => queued().filter((one) => one.key !== key);
  const [tries, setTries] = useState(0);
  const waiting = queue.filter(({ refused }) => !refused).length;
  // Sent a second time while the first is on its way, it would be refused.
  const sending = useRef(false);
  useEffect(() => {
    const first = queued().find(({ refused }) => !refused);
    if (!online || !first || sending.current) return;
    sending.current = true;
    let timer = 0;
    const refused = (error: unknown) => {
      if (isDown(error)) timer = window.setTimeout(() => setTries((n) => n + 1), RETRY_MS);
      else onChange(queued().map((one) => (one.key === first.key ? { ...one, refused: whyRefused(error) } : one)));
    };
    const once = () => send(first).finally(() => (sending.current = false));
    void attempt(once, { refused }).then((sent) => {
      if (!sent) return;
      onChange(without(first.key));
      const when = earlier(first.arrivedAt);
      if (when) void toast(t(words.sentLate, { name: first.name || reception.anonymous, when }), { kind: 'info' });
      onSent();
    });
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one after the other, as the queue grows shorter
  }, [online, waiting, tries]);
  useEffect(() => {
    // `online` never changed where the line was down for less time than the page takes to see it.
    const again = () => setTries((n) => n + 1);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <section className="callout reception-queue">
      <h3>{t(words.queued, { n: queue.length })}</h3>
      <ul>
        {queue.map(({ key, name, arrivedAt, refused }) => (
          <li key={key}>
            {[earlier(arrivedAt) ?? time(arrivedAt), name || reception.anonymous, refused].filter(Boolean).join(' · ')}
            <button
              type="button"
              className="btn"
              aria-label={t(words.unqueueOf, { name: name || reception.anonymous })}
              onClick={() => onChange(without(key))}
            >
              {words.unqueue}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
