import { useCallback, useRef } from 'react';
import type { Desk } from '#domain/accesses/schema.ts';
import { call } from '#site/lib/call.ts';
import { usePolled } from '#site/ui/usePolled.ts';

/** The desk of a place, kept up to date by itself. */
export function useDesk(given: Desk, begun: string) {
  const place = useRef(given.location.id);
  const ask = useCallback(async () => {
    const asked = place.current;
    const found = await call('GET /accesses/desk', { query: { locationId: asked } }, { quiet: true });
    return asked === place.current ? found : null;
  }, []);
  const { answer: desk, look, ...more } = usePolled<Desk>(given, begun, ask);
  const stand = (locationId: number) => {
    place.current = locationId;
    void look();
  };
  return { desk, look, stand, ...more };
}
