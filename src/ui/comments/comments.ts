import { mentionsIn } from '#domain/record/comment-terms.ts';
import type { Colleague } from '#domain/record/comments.ts';
import type { CallAnswer, CallName } from '#domain/endpoints.ts';

/** The kinds of records with comments, by the path of their calls. */
export type Commented = { [N in CallName]: N extends `GET /${infer Area}/:id/comments` ? Area : never }[CallName];

/** Comments as a page or a call has them. */
export type Page = CallAnswer<`GET /${Commented}/:id/comments`>;

/** What a person types after an @ up to the caret, with its place; null: nobody is being mentioned. */
export function typedMention(text: string, caret: number): { from: number; typed: string } | null {
  const before = text.slice(0, caret);
  const [, typed] = /(?:^|[\s(])@([\p{L}\p{N}'’. -]{0,40})$/u.exec(before) ?? [];
  return typed === undefined ? null : { from: caret - typed.length - 1, typed };
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Colleagues of whom a word begins with what was typed, at most eight. */
export function colleaguesLike(colleagues: readonly Colleague[], typed: string): Colleague[] {
  const wanted = plain(typed);
  return colleagues.filter(({ name }) => ` ${plain(name)}`.includes(` ${wanted}`)).slice(0, 8);
}

/**
 * Whose names the text mentions. Of several with the same name those count that were chosen from the list; if none
 * was, all of them.
 */
export function mentionedIn(text: string, colleagues: readonly Colleague[], chosen: ReadonlySet<number>): number[] {
  const said = new Set(
    mentionsIn(
      text,
      colleagues.map(({ name }) => name),
    ).map(({ name }) => name),
  );
  const named = Map.groupBy(
    colleagues.filter(({ name }) => said.has(name)),
    ({ name }) => name,
  );
  return [...named.values()].flatMap((same) => {
    const picked = same.filter(({ id }) => chosen.has(id));
    return (picked.length > 0 ? picked : same).map(({ id }) => id);
  });
}
