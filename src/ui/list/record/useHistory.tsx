import { lazy, useEffect, useState } from 'react';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { RecordCalls } from './calls.ts';

const Timeline = lazy(async () => ({ default: (await import('#site/ui/Timeline.tsx')).Timeline }));

/** What happened to a record, folded below its form, read for each new value of it; false: nothing is known, as of a new one. */
export function useHistory(calls: Pick<RecordCalls<never, never>, 'history'>, record: { id: number } | null) {
  const [events, setEvents] = useState<Events>([]);
  useEffect(() => {
    // The form works without its history, so a failed load is ignored.
    if (record) calls.history(record.id).then(setEvents, () => {});
  }, [calls, record]);
  return (
    events.length > 0 && (
      <details className="fold">
        <summary>{words.history}</summary>
        <OnDemand>
          <Timeline events={events} />
        </OnDemand>
      </details>
    )
  );
}
