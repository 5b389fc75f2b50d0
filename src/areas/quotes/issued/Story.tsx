import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { standing } from '#site/ui/standing.tsx';
import { answering } from './answering.ts';
import type { Around } from './around.ts';

const load = () => import('./Told.tsx');
const Told = standing(load, import.meta.env.SSR ? (await load()).default : null);

/** The story of the quote, as the page came with it until there is more to tell. */
export function Story({
  story,
  difference,
  onAnswer,
}: Pick<Around, 'story' | 'difference'> & { onAnswer: (id: number, text: string) => void }) {
  return (
    <section className="card" aria-label={words.story} onClickCapture={answering(story.events, onAnswer)}>
      <h2>{words.story}</h2>
      <Told story={story} difference={difference} answers />
    </section>
  );
}
