/** Where somebody is among the files, as the address says it, and what is read for that. */
import type { CallAnswer, CallInput, CallName } from '#domain/endpoints.ts';
import type { FileDetail, FileRow, FileTree, Reader } from '#domain/files/schema.ts';

export interface Place {
  folder: number | null;
  file: number | null;
  show: 'toRead' | 'bin' | null;
  q: string;
  sort: string;
  limit: number;
}

/** The files of one page; what is left is read by a press. */
export const AT_ONCE = 100;

export const START: Place = { folder: null, file: null, show: null, q: '', sort: 'name', limit: AT_ONCE };

const idIn = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The place of an address; what it does not understand is as at the start. */
export function placeOf(search: string): Place {
  const at = new URLSearchParams(search);
  const show = at.get('show');
  return {
    ...START,
    folder: idIn(at.get('folder')),
    file: idIn(at.get('file')),
    show: show === 'toRead' || show === 'bin' ? show : null,
    q: (at.get('q') ?? '').trim().slice(0, 100),
    sort: at.get('sort') ?? START.sort,
  };
}

/** The address of a place. */
export function addressOf({ folder, file, show, q, sort }: Place): string {
  const query = new URLSearchParams({
    ...(folder !== null && { folder: String(folder) }),
    ...(show !== null && { show }),
    ...(q && { q }),
    ...(sort !== START.sort && { sort }),
    ...(file !== null && { file: String(file) }),
  });
  return query.size > 0 ? `?${query}` : '?';
}

export interface Shown {
  place: Place;
  tree: FileTree;
  rows: FileRow[];
  total: number;
  /** What is open beside the list; null: nothing, or it is not there any more. */
  file: FileDetail | null;
  /** Who is asked to read it; null: nobody, or the reader may not know. */
  readers: Reader[] | null;
}

/** What of a place the reader does not see: it is gone, or for others. */
export function unseenOf({ place, tree, file }: Shown): 'folder' | 'file' | null {
  if (place.folder !== null && !place.q && !tree.folders.some(({ id }) => id === place.folder)) return 'folder';
  return place.file !== null && file === null ? 'file' : null;
}

type Ask = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;

/** Reads what a place shows. `ask` is the call of a page or of the browser. */
export async function readShown(ask: Ask, wanted: Place, mayManage: boolean): Promise<Shown> {
  const orNull = <T>(work: Promise<T>) => work.catch((): null => null);
  const file = wanted.file === null ? null : await orNull(ask('GET /files/:id', { params: { id: wanted.file } }));
  // Who follows a link to a file finds it in its folder.
  const isAlone = file !== null && file.deletedAt === null && wanted.folder === null && !wanted.show && !wanted.q;
  const place = isAlone ? { ...wanted, folder: file.folderId } : wanted;
  const { folder, show, q, sort, limit } = place;
  const isDown = sort.startsWith('-');
  const query = {
    ...(folder !== null && !q && { folderId: folder }),
    ...(show && { show }),
    ...(q && { q }),
    ...(sort && { sort: sort.replace('-', ''), dir: isDown ? ('desc' as const) : ('asc' as const) }),
    limit,
  };
  const asks = mayManage && file?.receiptBy && file.deletedAt === null;
  const [tree, { rows, total }, readers] = await Promise.all([
    ask('GET /files/folders', {} as CallInput<'GET /files/folders'>),
    ask('GET /files', { query } as CallInput<'GET /files'>),
    asks ? orNull(ask('GET /files/:id/readers', { params: { id: file.id } })) : null,
  ]);
  return { place, tree, rows, total, file, readers };
}
