import type { MouseEvent } from 'react';
import type { CallAnswer } from '#domain/endpoints.ts';
import { pressed } from '#site/ui/standing.tsx';

type Events = CallAnswer<'GET /quotes/:id/timeline'>['events'];

/** Hears the presses to answer a question in letters, also in those that the server drew. */
export const answering =
  (events: Events, onAnswer: (id: number, text: string) => void) =>
  (event: MouseEvent): void => {
    const id = pressed(event);
    const asked = events.find(({ question }) => question === id);
    if (asked) onAnswer(id, asked.text ?? '');
  };
