import type { Reader } from '#domain/files/schema.ts';
import { moment, t } from '#site/lib/intl.ts';
import { files } from '#site/messages/it/files.ts';
import { side as words } from '#site/messages/it/files-side.ts';

/** Who is asked and reads it, by place, those who have not first. */
export default function Readers({ readers }: { readers: readonly Reader[] }) {
  const places = [...Map.groupBy(readers, ({ locations }) => locations[0] ?? '').entries()].filter(([name]) => name);
  const doneOf = (some: readonly Reader[]) => some.filter(({ readAt }) => readAt !== null).length;
  return (
    <>
      {places.length > 1 && (
        <ul className="files-places">
          {places.map(([name, some]) => (
            <li key={name}>
              <span>
                {name} <b>{t(files.read, { done: doneOf(some), asked: some.length })}</b>
              </span>
              <meter max={some.length} value={doneOf(some)} aria-label={name} />
            </li>
          ))}
        </ul>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className="files-readers" role="region" tabIndex={0} aria-label={words.receipt}>
        <ul>
          {readers.map(({ id, name, locations, readAt, openedAt }) => (
            <li key={id} className={readAt ? 'ok' : ''}>
              <b>{name}</b>
              <small>
                {[
                  ...(places.length > 1 ? locations.slice(0, 1) : []),
                  readAt
                    ? t(words.readOn, { at: moment(readAt) })
                    : openedAt
                      ? t(words.openedOn, { at: moment(openedAt) })
                      : words.never,
                ].join(', ')}
              </small>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
