/** The frozen document in the file store: its PDF, and its pages in both forms, packed together. */
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import type { PageForm } from '#domain/signatures/terms.ts';
import type { Frozen } from '../documents/printed.ts';
import { newUnnamed } from '../lib/files/unnamed.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';

const press = promisify(brotliCompress);
const unpack = promisify(brotliDecompress);
/** Pages are read within minutes, on telephones: they are packed lightly and at once. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Keys under which a frozen document is kept. */
interface FrozenKeys {
  fileKey: string;
  pagesKey: string;
}
export const newKeys = async (ctx: Ctx): Promise<FrozenKeys> => ({
  fileKey: await newUnnamed(ctx),
  pagesKey: await newUnnamed(ctx),
});

/** Keeps the frozen PDF and its pages, those of the phone after the others. */
export async function store(
  { files }: Pick<HeavyCtx, 'files'>,
  { fileKey, pagesKey }: FrozenKeys,
  { pdf, pages, phonePages }: Frozen,
): Promise<void> {
  await files.put(fileKey, pdf, 'application/pdf');
  await files.put(
    pagesKey,
    await press(JSON.stringify([...pages, ...phonePages]), quickly),
    'application/octet-stream',
  );
}

/** How many pages of each form were kept. */
export const pageColumns = ({ pages, phonePages }: Pick<Frozen, 'pages' | 'phonePages'>) => ({
  pages: pages.length,
  phonePages: phonePages.length,
});

/** The pages that were kept, as SVG, by their form; `pages`: how many A4 pages there are. */
export async function unpacked(packed: Uint8Array, { pages }: { pages: number }): Promise<Record<PageForm, string[]>> {
  const all = JSON.parse((await unpack(packed)).toString('utf8')) as string[];
  return { page: all.slice(0, pages), phone: all.slice(pages) };
}
