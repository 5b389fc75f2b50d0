import { useEffect, useState } from 'react';
import type { ReceptionNow } from '#domain/accesses/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { attempt } from '#site/ui/attempt.ts';

/** Milliseconds before the end of the room's screen from which the reception is told. */
const ENDS_SOON = 14 * 86_400_000;

/** The screen of a place's room: a new one is opened at once where there is none, else after a question. */
export function useRoom({ roomUntil: until, location }: ReceptionNow, now: Date) {
  const [url, setUrl] = useState('');
  const [asks, setAsks] = useState(false);
  // What was asked and opened is the other place's.
  useEffect(() => {
    setUrl('');
    setAsks(false);
  }, [location.id]);
  const open = () => {
    setAsks(false);
    void attempt(async () => {
      setUrl((await call('POST /accesses/rooms', { key: newKey(), body: { locationId: location.id } })).url);
    });
  };
  return {
    url,
    asks,
    until,
    open,
    leave: () => setAsks(false),
    press: () => (until === null ? open() : setAsks(true)),
    /** Whether there is something to say. */
    says: url !== '' || asks || (until !== null && Date.parse(until) - now.getTime() < ENDS_SOON),
  };
}
export type RoomScreen = ReturnType<typeof useRoom>;
