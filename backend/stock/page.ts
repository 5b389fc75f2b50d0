import { shownStates } from '#domain/stock/photos.ts';

/** The last part of a public page's address: the company, so that only its shard is asked, and the car's own key. */
export const pageTokenOf = (companyId: number, key: string): string => `${companyId.toString(36)}.${key}`;

/** Whether the car is on show, so that its page opens. */
export const isShown = ({ state, archived }: { state: string; archived: boolean }): boolean =>
  !archived && (shownStates as readonly string[]).includes(state);
