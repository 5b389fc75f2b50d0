import type { ReactNode } from 'react';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { moment } from '#site/lib/intl.ts';
import { kit as words } from '#site/messages/it/kit.ts';
import { Changed } from './Changed.tsx';
import './timeline.css';

/** Who did what and when, newest first, with the changed fields; `renderMore` draws further details of an event. */
export function Timeline<Event extends Events[number]>({
  events,
  now,
  renderMore,
}: {
  events: readonly Event[];
  now?: Date;
  renderMore?: (event: Event) => ReactNode;
}) {
  if (!events.length) return <p className="muted">{words.noActivity}</p>;
  return (
    <ol className="timeline">
      {events.map((event, index) => (
        <li key={`${event.at}-${index}`}>
          <p>
            <b>{event.who}</b> {event.what}{' '}
            {event.about && (
              <>
                <a className="link" href={event.about.href}>
                  {event.about.label}
                </a>{' '}
              </>
            )}
            <time className="muted" dateTime={event.at}>
              {moment(event.at, now)}
            </time>
          </p>
          {renderMore?.(event)}
          {event.changes.length > 0 && (
            <dl>
              {event.changes.map((change) => (
                <div key={change.field}>
                  <dt>{change.field}</dt>
                  <dd>
                    <Changed {...change} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}
