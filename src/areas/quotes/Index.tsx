import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { quoteSections, type QuoteSection } from '#domain/quotes/terms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { sectionOf, useProblems } from './problems.ts';
import { useBuilder } from './store.ts';

/** A section is done when it says something: the version always does. */
const done: Record<QuoteSection, (draft: QuoteDraft) => boolean> = {
  version: () => true,
  customer: (draft) => draft.customer !== null,
  used: (draft) => draft.tradeIns.length > 0,
  incentives: (draft) => draft.incentiveIds.length + draft.customDiscounts.length > 0,
  financial: (draft) => draft.financing !== null || draft.deposit > 0,
  notes: (draft) => draft.notes.trim() !== '',
};

/** The section at the top of the screen; at the foot of the page, the last one. */
function useCurrent(): QuoteSection {
  const [current, setCurrent] = useState<QuoteSection>('version');
  useEffect(() => {
    let waiting = 0;
    const look = () => {
      waiting = 0;
      const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const line = innerHeight / 3;
      const passed = quoteSections.filter(
        (name) => (document.getElementById(name)?.getBoundingClientRect().top ?? Infinity) < line,
      );
      setCurrent((atEnd ? quoteSections.at(-1) : passed.at(-1)) ?? 'version');
    };
    const onScroll = () => (waiting ||= requestAnimationFrame(look));
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(waiting);
      removeEventListener('scroll', onScroll);
    };
  }, []);
  return current;
}

export function Index() {
  const { $draft } = useBuilder();
  const draft = useStore($draft);
  const problems = useProblems();
  const current = useCurrent();
  return (
    <nav className="index" aria-label={words.index}>
      {quoteSections.map((name) => {
        const wrong = problems.some((one) => one.level === 'error' && sectionOf(one.path) === name);
        const state = wrong ? 'wrong' : done[name](draft) ? 'done' : 'open';
        return (
          <a key={name} href={`#${name}`} aria-current={name === current ? 'true' : undefined} data-state={state}>
            {words.sections[name]}
            {state !== 'open' && <span className="sr-only">, {wrong ? words.toMend : words.done}</span>}
          </a>
        );
      })}
    </nav>
  );
}
