/** Runs in a process of its own: takes a PDF that is a document to read and nothing else. */
import { readPdf } from '../lib/files/pdf.ts';
import type { Pressed } from './keep.ts';

const refused = {
  damaged: 'Il PDF è danneggiato o incompleto: sceglierne un altro',
  locked: 'Il PDF è protetto da una password: caricarlo senza',
  runs: 'Il PDF esegue o apre altro oltre alle sue pagine: stamparlo come PDF semplice e riprovare',
  unread: 'Il PDF non si può controllare per intero: stamparlo come PDF semplice e riprovare',
};

/**
 * Accepts the PDF at `path` as it is; refuses one that runs or opens something, is locked, is cut, or is another kind
 * of file at the same time.
 */
export async function press(path: string): Promise<Pressed> {
  const { is } = await readPdf(path);
  return is === 'plain' ? { whole: null, small: null, width: null, height: null } : { refused: refused[is] };
}
