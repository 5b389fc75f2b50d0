import { useEffect, useState } from 'react';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { Timeline } from '#site/ui/Timeline.tsx';

export default function History({ read }: { read: () => Promise<Events> }) {
  const [events, setEvents] = useState<Events | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    read().then(setEvents, (error: Error) => setFailed(error.message));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: it is made anew for another version of the record
  }, []);
  if (failed) return <p className="callout bad">{failed}</p>;
  return events && <Timeline events={events} />;
}
