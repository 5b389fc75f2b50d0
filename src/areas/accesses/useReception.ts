import { useCallback, useRef } from 'react';
import type { ReceptionNow } from '#domain/accesses/schema.ts';
import { call } from '#site/lib/call.ts';
import { usePolled } from '#site/ui/usePolled.ts';

/** The reception of a place, kept up to date by itself. */
export function useReception(given: ReceptionNow, begun: string) {
  const place = useRef(given.location.id);
  const ask = useCallback(async () => {
    const asked = place.current;
    const found = await call('GET /accesses/reception', { query: { locationId: asked } }, { quiet: true });
    return asked === place.current ? found : null;
  }, []);
  const { answer: reception, look, ...more } = usePolled<ReceptionNow>(given, begun, ask);
  const stand = (locationId: number) => {
    place.current = locationId;
    void look();
  };
  return { reception, look, stand, ...more };
}
