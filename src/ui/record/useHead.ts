import { useEffect, useLayoutEffect, useState } from 'react';
import { noteOpened } from '#site/stores/recent.ts';

/** Place of the record's head in the top bar; the server has filled it. */
export const HEAD = 'record-head';

/** The place of the head, once the server's head has given way before the next paint; the tab is named by what the record is about. */
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
