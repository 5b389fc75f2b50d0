import { useEffect, useState } from 'react';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { Timeline } from '#site/ui/Timeline.tsx';
import { useCarNow } from './store.ts';

/** Who did what with the car. */
export default function History() {
  const { id } = useCarNow();
  const [events, setEvents] = useState<Events | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    call('GET /stock/used/:id/timeline', { params: { id } }).then(setEvents, (error: Error) =>
      setFailed(error.message),
    );
  }, [id]);
  if (failed) return <p className="callout bad">{failed}</p>;
  return events && <Timeline events={events} />;
}
