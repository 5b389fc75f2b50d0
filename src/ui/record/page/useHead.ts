import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { noteOpened } from '#site/stores/recent.ts';

const HEAD = 'record-head';
const ASLEEP = 'data-asleep';

/** Marks the place in the top bar where the server draws a record's head, for the island that brings it to life. */
export const headOf = (island: string) => ({ id: HEAD, [ASLEEP]: '', 'data-island': island });

/**
 * The place of the record's head in the top bar. What the server drew there stays until React has drawn it in a pass of its own, which may
 * pause: the first one of a page is long. The browser tab takes the record's title.
 */
export function useHead(title: string): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const served = document.getElementById(HEAD);
    if (!served?.hasAttribute(ASLEEP)) return setPlace(served);
    const own = served.cloneNode() as HTMLElement;
    own.removeAttribute(ASLEEP);
    startTransition(() => setPlace(own));
  }, []);
  useLayoutEffect(() => {
    if (place && !place.isConnected) document.getElementById(HEAD)!.replaceWith(place);
  }, [place]);
  useEffect(() => {
    document.title = [title, ...document.title.split(' · ').slice(-1)].join(' · ');
    noteOpened();
  }, [title]);
  return place;
}
