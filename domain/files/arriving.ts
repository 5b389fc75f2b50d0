/** How a file comes, of a company or of the network: announced, in pieces, done. A broken line goes on where it stopped. */
import { z } from 'zod';
import { type Audience, endpoint } from '../endpoint.ts';
import { PIECE_BYTES } from './limits.ts';
import { arrival } from './schema.ts';

/** All but its end, which is said where what it becomes is; `sending`: what announces one. */
export const arrivalCalls = <S extends z.ZodType>(
  write: { audience: Audience; privileges: readonly number[] },
  sending: S,
) => ({
  'POST /arrivals': endpoint({
    summary: 'Announce a file that is sent in pieces; the same one announced again goes on where it stopped',
    ...write,
    body: sending,
    answer: arrival,
    creates: true,
  }),
  'POST /arrivals/:id/pieces': endpoint({
    summary: `The piece that begins at a byte: ${PIECE_BYTES} bytes, the last one what is left. Answers how much is here`,
    ...write,
    query: z.object({ at: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    upload: { mostBytes: PIECE_BYTES },
    heavy: 'waiting',
    answer: arrival,
  }),
  'DELETE /arrivals/:id': endpoint({ summary: 'Give up a file on its way', ...write }),
});

/** All pieces are here. */
export const lands = {
  summary: 'All pieces are here: the content is checked and becomes a file, or the next version of one',
  heavy: 'pictures',
} as const;
