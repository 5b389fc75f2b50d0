import { useEffect, useLayoutEffect, useState } from 'react';
import { noteOpened } from '#site/stores/recent.ts';

/** Id of the place in the top bar where the server draws the record's head. */
export const HEAD = 'record-head';

/** Removes the server's head before the next paint and returns its place. The browser tab takes the record's title. */
export function useHead(title: string): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = document.getElementById(HEAD);
    element?.replaceChildren();
    setPlace(element);
  }, []);
  useEffect(() => {
    document.title = [title, ...document.title.split(' · ').slice(-1)].join(' · ');
    noteOpened();
  }, [title]);
  return place;
}
