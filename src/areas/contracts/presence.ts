import { atom } from 'nanostores';
import { useEffect, useRef, useState } from 'react';
import type { CallAnswer } from '#domain/endpoints.ts';
import { LOOK_SECONDS } from '#domain/record/presence.ts';
import { call } from '#site/lib/call.ts';
import { useLooks } from '#site/ui/useLooks.ts';
import { sectionNames, type ContractStore, type Section } from './store.ts';

type Others = CallAnswer<'GET /contracts/:id/presence'>['people'];

/** The section in whose field the caret is. */
function sectionOf(target: EventTarget | null): Section | undefined {
  const field = target instanceof HTMLElement && target.matches('input, select, textarea') ? target : null;
  const id = field?.closest<HTMLElement>('.sec')?.id;
  return sectionNames.find((name) => name === id);
}

/**
 * Who else writes in the contract, while the page is seen and used, and how often somebody has changed it; the page follows
 * when they have, also what they did while it was on its way here, and tries again where that fails.
 */
export function usePresence(id: number, { $contract, follow }: Pick<ContractStore, '$contract' | 'follow'>) {
  const [$others] = useState(() => atom<Others>([]));
  const [$changes] = useState(() => atom(0));
  const seen = useRef<string>(undefined);
  const look = async () => {
    const section = sectionOf(document.activeElement);
    const query = section === undefined ? {} : { section };
    const { people, stamp, version } = await call(
      'GET /contracts/:id/presence',
      { params: { id }, query },
      { quiet: true },
    );
    $others.set(people);
    if (seen.current === undefined ? version > $contract.get()!.version : seen.current !== stamp) {
      $changes.set($changes.get() + 1);
      await follow();
    }
    seen.current = stamp;
  };
  useLooks(LOOK_SECONDS * 1000, look);
  useEffect(() => {
    let here: Section | undefined;
    const lookNow = () => void look().catch(console.info);
    const enter = ({ target }: Event) => {
      const now = sectionOf(target);
      if (now === undefined || now === here) return;
      here = now;
      lookNow();
    };
    lookNow();
    document.addEventListener('focusin', enter);
    return () => document.removeEventListener('focusin', enter);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page begins one look, whatever it is drawn with
  }, [id, $others]);
  return { $others, $changes };
}
