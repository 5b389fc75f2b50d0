import { Failure } from '#domain/errors.ts';
import type { FileKind } from '#domain/files/kinds.ts';
import { Overrun } from '../lib/work/bounds.ts';
import { inProcess } from '../lib/work/worker.ts';
import type { Inspected } from './inspect.ts';

export type Fit = Exclude<Inspected, { refused: string }>;

const wrong = (message: string, cause?: unknown) =>
  new Failure('invalid', undefined, { fields: { file: message }, cause });

/**
 * How the file at `path` is kept, on the lane of pictures. A PDF that takes too long to examine is downloaded only; throws
 * `invalid` at `file` for what is refused.
 */
export async function inspected(kind: FileKind, path: string): Promise<Fit> {
  const read = await inProcess<Inspected>('files/inspect.ts', 'inspect', { path, kind }).catch(
    (error: unknown): Inspected => {
      if (!(error instanceof Overrun)) throw error;
      if (kind === 'pdf') return { look: 'none', why: 'unread', preview: null };
      throw wrong('Il file è rovinato o troppo complicato: sceglierne un altro', error);
    },
  );
  if ('refused' in read) throw wrong(read.refused);
  return read;
}
