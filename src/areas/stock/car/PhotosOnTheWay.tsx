import { useStore } from '@nanostores/react';
import { t } from '#site/lib/intl.ts';
import { photoWork as words } from '#site/messages/it/used-cars.ts';
import type { Sending } from './sending.ts';
import { useCar } from './store.ts';

const stateOf = ({ state, part, why }: Sending) =>
  state === 'failed'
    ? why
    : state === 'waiting'
      ? words.waiting
      : part < 1
        ? t(words.percent, { n: Math.round(part * 100) })
        : words.drawing;

/** Photos that are being sent, with their progress, and those that failed. */
export default function PhotosOnTheWay() {
  const { album } = useCar();
  const sending = Object.entries(useStore(album.$sending));
  if (sending.length === 0) return null;
  return (
    <ul className="on-the-way" aria-label={words.sending}>
      {sending.map(([key, one]) => (
        <li key={key} data-state={one.state}>
          <span className="name">{one.file.name}</span>
          <progress max={1} value={one.part} aria-label={one.file.name} />
          <span
            className={one.state === 'failed' ? 'why' : 'muted'}
            role={one.state === 'failed' ? 'alert' : undefined}
          >
            {stateOf(one)}
          </span>
          {one.state === 'failed' && (
            <span className="row">
              {one.again && (
                <button type="button" className="btn small" onClick={() => void album.retry(key)}>
                  {words.retry}
                </button>
              )}
              <button type="button" className="btn small ghost" onClick={() => void album.drop(key)}>
                {words.drop}
              </button>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
