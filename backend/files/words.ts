/** Words by which a file is found besides its name. */
import { sql } from 'kysely';
import type { FileKind } from '#domain/files/kinds.ts';
import { Overrun } from '../lib/work/bounds.ts';
import type { Ctx } from '../lib/work/context.ts';
import { inProcess } from '../lib/work/worker.ts';

/** Different words of a file that are kept, the first ones of its text. */
const MOST_WORDS = 2_000;
/** `words_of` reads no longer text at once. */
const PIECES = /.{1,480}(?= |$)|\S{480}/g;

/** The text of the file at `path`, on the lane of pictures; empty where it takes too long or there is none. */
export const textIn = (kind: FileKind, path: string): Promise<string> =>
  inProcess<string>('files/text.ts', 'textOf', { path, kind }).catch((error: unknown) => {
    if (error instanceof Overrun) return '';
    throw error;
  });

/** The words of a text as the search knows them, each once. */
export async function wordsOf({ db }: Pick<Ctx, 'db'>, text: string): Promise<string[]> {
  const pieces = text.replace(/[\s\0]+/g, ' ').match(PIECES) ?? [];
  if (pieces.length === 0) return [];
  const { rows } = await sql<{ word: string }>`select word
    from unnest(${pieces}::text[]) with ordinality p (piece, n), unnest(words_of(piece)) word
    where length(word) > 1 group by word order by min(n), word limit ${MOST_WORDS}`.execute(db);
  return rows.map(({ word }) => word);
}
