import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { LOOK_SECONDS } from '#domain/contracts/terms.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import { apiPath } from '#site/lib/call.ts';
import { sectionNames, type Section } from './store.ts';

type Answer = CallAnswer<'GET /contracts/:id/presence'>;
type Others = Answer['people'];

/** Milliseconds after the last sign of use at which looking ends: an abandoned page must not keep its session alive. */
const PATIENCE_MS = 5 * 60_000;

/** The section in whose field the caret is. */
function sectionOf(target: EventTarget | null): Section | undefined {
  const field = target instanceof HTMLElement && target.matches('input, select, textarea') ? target : null;
  const id = field?.closest<HTMLElement>('.sec')?.id;
  return sectionNames.find((name) => name === id);
}

/**
 * Who else writes in the contract, while the page is seen and used; `follow` is called when somebody has changed it. It
 * uses `fetch`, because `call` leaves for the login page when the session has ended, and what is typed would be lost.
 */
export function usePresence(id: number, follow: () => void) {
  const [$others] = useState(() => atom<Others>([]));
  useEffect(() => {
    let used = Date.now();
    let here: Section | undefined;
    let seen: string | undefined;
    const look = async () => {
      if (document.hidden || Date.now() - used > PATIENCE_MS) return $others.set([]);
      const query = here === undefined ? {} : { section: here };
      const answer = await fetch(apiPath('GET /contracts/:id/presence', { params: { id }, query })).catch(() => null);
      if (!answer?.ok) return undefined;
      const { people, stamp } = (await answer.json()) as Answer;
      $others.set(people);
      if (seen !== undefined && seen !== stamp) follow();
      seen = stamp;
    };
    const use = () => (used = Date.now());
    const enter = ({ target }: Event) => {
      const now = sectionOf(target);
      if (now === undefined || now === here) return;
      here = now;
      void look();
    };
    void look();
    const timer = setInterval(() => {
      here = sectionOf(document.activeElement);
      void look();
    }, LOOK_SECONDS * 1000);
    const signs = ['pointerdown', 'keydown'] as const;
    for (const sign of signs) addEventListener(sign, use, { passive: true });
    document.addEventListener('focusin', enter);
    return () => {
      clearInterval(timer);
      for (const sign of signs) removeEventListener(sign, use);
      document.removeEventListener('focusin', enter);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page begins one look, whatever it is drawn with
  }, [id, $others]);
  return $others;
}
