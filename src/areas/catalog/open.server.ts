import { may } from '#domain/endpoints.ts';
import type { CallAnswer } from '#site/lib/call.ts';

type Edition = CallAnswer<'GET /catalog/editions'>[number];

/** Whether the reader writes the catalogue; others read what is in force, and what was published. */
export const mayWrite = ({ user }: App.Locals): boolean => may(user!, 'POST /catalog/editions');

/** The draft that takes what is changed: the one of the address and, once that is no draft any more, no other; else the one that was worked on last. */
export const openEdition = (editions: readonly Edition[], asked: string | null): Edition | undefined => {
  const drafts = editions.filter(({ state }) => state === 'draft');
  return asked === null ? drafts[0] : drafts.find(({ id }) => id === Number(asked));
};

/** What links to pages of the catalogue keep: rows that the draft adds are nowhere else, whichever is worked on next. */
export const editionQuery = (edition: Pick<Edition, 'id'> | undefined): string =>
  edition ? `?edition=${edition.id}` : '';
