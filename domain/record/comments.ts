import { z } from 'zod';
import { COMMENT_LENGTH, COMMENTS_AT_ONCE, MOST_MENTIONS } from './comment-terms.ts';
import { endpoint, id } from '../endpoint.ts';
import { lines } from '../text.ts';
import { under } from './under.ts';

const colleague = z.object({ id: z.int(), name: z.string() });
export type Colleague = z.output<typeof colleague>;

/** A comment of a colleague; its text is empty once the person that it may be about was erased. */
export const comment = z.object({
  id: z.int(),
  at: z.iso.datetime({ offset: true }),
  by: colleague,
  text: z.string(),
  mentions: z.array(colleague).describe('Whose `@Name` stands in the text'),
});
export type Comment = z.output<typeof comment>;

/** Comments of a record, oldest first: the newest ones, or those before one. */
const comments = z.object({ rows: z.array(comment), more: z.boolean(), total: z.int().min(0) });
export type Comments = z.output<typeof comments>;

const commentInput = z.object({
  text: lines.min(1, 'Scrivere il commento').max(COMMENT_LENGTH, `Al massimo ${COMMENT_LENGTH} caratteri`),
  mentions: z
    .array(z.int().positive())
    .max(MOST_MENTIONS, `Al massimo ${MOST_MENTIONS} colleghi`)
    .default([])
    .describe('Users who are told; each stands as `@Name` in the text'),
});

/**
 * The calls for the comments of a kind of record, `GET /quotes/:id/comments`: who may see the record reads and writes
 * them. Nobody changes or deletes a comment.
 */
export const commentCalls = <const Area extends string>(area: Area, privileges: readonly number[]) =>
  under(area, {
    'GET /:id/comments': endpoint({
      summary: `Comments of colleagues on the record, the newest ${COMMENTS_AT_ONCE} or those before one`,
      privileges,
      query: z.object({ before: id.optional() }),
      answer: comments,
    }),
    'POST /:id/comments': endpoint({
      summary: 'Comment on the record; colleagues who are mentioned are told',
      privileges,
      peopleOnly: true,
      body: commentInput,
      answer: comment,
      creates: true,
    }),
    'GET /:id/colleagues': endpoint({
      summary: 'Colleagues who may see the record: comments may mention them',
      privileges,
      answer: z.array(colleague),
    }),
  });
