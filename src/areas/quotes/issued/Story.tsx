import { issued as words } from '#site/messages/it/quotes-issued.ts';
import type { Around } from './around.ts';
import { StorySections } from './StorySections.tsx';

/** The story of the quote, where the seller answers questions. */
export function Story({
  story,
  difference,
  onAnswer,
}: Pick<Around, 'story' | 'difference'> & { onAnswer: (id: number, text: string) => void }) {
  return (
    <section className="card" aria-label={words.story}>
      <h2>{words.story}</h2>
      <StorySections story={story} difference={difference} onAnswer={onAnswer} />
    </section>
  );
}
