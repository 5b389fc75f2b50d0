import type { ReceptionWords } from '#domain/accesses/words/endpoints.ts';
import { call } from '#site/lib/call.ts';

let kept: Promise<ReceptionWords> | null = null;

/** What the reception asks, read once while the page is open; one that failed is asked again. */
export function readWords(): Promise<ReceptionWords> {
  kept ??= call('GET /accesses/words', {});
  kept.catch(() => (kept = null));
  return kept;
}

const NO_WORDS: ReceptionWords = { reasons: [], questions: [] };

/** The words that are offered; none while nothing answers, because nobody waits for them. */
export const offeredWords = async (): Promise<ReceptionWords> => {
  const { reasons, questions } = await readWords().catch(() => NO_WORDS);
  return { reasons: reasons.filter(({ retired }) => !retired), questions: questions.filter(({ retired }) => !retired) };
};
