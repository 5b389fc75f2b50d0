import { useEffect, useState } from 'react';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { Timeline } from '#site/ui/Timeline.tsx';
import { useCustomerNow } from './store.ts';

/** Everything that happened with the customer. */
export default function History() {
  const { id } = useCustomerNow();
  const [events, setEvents] = useState<Events | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    call('GET /customers/:id/timeline', { params: { id } }).then(setEvents, (error: Error) => setFailed(error.message));
  }, [id]);
  if (failed) return <p className="callout bad">{failed}</p>;
  return events && <Timeline events={events} />;
}
