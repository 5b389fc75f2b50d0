/** Runs in a thread: draws documents by their templates. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { PageForm } from '#domain/signatures/terms.ts';
import { codePointsOf, drawable } from './glyphs.ts';

// Resolved by the package's own name, so that the bundled server and the sources read the same files.
const require = createRequire(import.meta.url);
const pathOf = (name: string) => require.resolve(`#backend/${name}`);
const font = (weight: string) => readFileSync(pathOf(`documents/fonts/SourceSans3-${weight}.ttf`));
const workspace = dirname(pathOf('documents/glyphs.ts'));

/** Where a block of a layout begins: its page, and how far below the page's top in points. */
export interface Mark {
  id: string;
  page: number;
  y: number;
}

interface Press {
  compiler: NodeCompiler;
  /** The characters that the fonts can draw; all weights have the same ones. */
  points: ReadonlySet<number>;
}
let press: Press | undefined;
const templates = new Map<string, string>();

/** One compiler for the life of the process: fonts are read once, and Typst reuses unchanged parts. */
function ready(): Press {
  if (press) return press;
  const fontBlobs = ['Regular', 'SemiBold', 'Bold'].map(font);
  press = {
    points: codePointsOf(fontBlobs[0]!),
    compiler: NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] }),
  };
  return press;
}

function templateOf(name: string): string {
  const known = templates.get(name) ?? readFileSync(pathOf(name), 'utf8');
  templates.set(name, known);
  return known;
}

/** A compiled document. `pdf` is PDF/A-2b, or A-3b where other files lie in it; `svg` is one page (from 1) without script, text or external references. */
export interface Rendered {
  pages: number;
  /** Where the blocks of its layout begin, in their order; none unless it was rendered with them. */
  marks(): Mark[];
  pdf(standard?: 'a-2b' | 'a-3b'): Buffer;
  svg(page: number): string;
}

export interface Drawing {
  /** Path in the backend, such as `stock/window-sheet.typ`. */
  template: string;
  /** Everything that the document says, as Italian text; the template reads it as JSON from `sys.inputs.data`. */
  view: object;
  /** Pictures by the names under which the template places them. */
  pictures: Record<string, Uint8Array>;
  /** `phone`: as wide as a phone and without margins, which templates of documents that are read there know; else A4. */
  form?: PageForm;
}

/** Where a file's properties name the programs that made it. */
const MADE_WITH = /(?<=\/Creator \(|<xmp:CreatorTool>|<stEvt:softwareAgent>)Typst [\d.]+|(?<=x:xmptk=")xmp-writer/g;

/** The file without those names, which say nothing to its reader: blanks in their place, so that no offset moves. */
const nameless = (pdf: Buffer): Buffer =>
  Buffer.from(
    pdf.toString('latin1').replace(MADE_WITH, (name) => ' '.repeat(name.length)),
    'latin1',
  );

/**
 * Compiles a document without clock, files or network: equal data gives equal bytes. It takes tens of milliseconds.
 * Throws when the template does not compile (a defect: no data can cause it), and RangeError for a page that does not
 * exist.
 */
export function render({ template, view, pictures, form = 'page' }: Drawing, withMarks = false): Rendered {
  const { compiler, points } = ready();
  const data = JSON.stringify(view, (_, value: unknown) =>
    typeof value === 'string' ? drawable(value, points) : value,
  );
  const mapped = Object.entries(pictures).map(([name, bytes]) => ({ path: join(workspace, name), bytes }));
  for (const { path, bytes } of mapped) compiler.mapShadow(path, Buffer.from(bytes));
  const result = compiler.compile({
    mainFileContent: templateOf(template),
    inputs: { data, form, ...(withMarks && { marks: '' }) },
  });
  for (const { path } of mapped) compiler.unmapShadow(path);
  const compiled = result.result;
  if (!compiled) throw new Error(`${template}: ${JSON.stringify(result.takeDiagnostics()?.shortDiagnostics)}`);
  compiler.evictCache(20);
  let drawing: string | undefined;
  return {
    pages: compiled.numOfPages,
    // What the template wrote (letter.typ).
    marks: () => compiler.query(compiled, { selector: '<begun>', field: 'value' }) as Mark[],
    pdf: (pdfStandard = 'a-2b') => nameless(compiler.pdf(compiled, { pdfStandard })),
    svg: (page) => pageOf((drawing ??= compiler.plainSvg(compiled)), compiled.numOfPages, page),
  };
}

/** The outlines of glyphs that a page uses: those of other pages are up to two thirds of its bytes. */
function outlinesFor(page: string, defs: string): string {
  const used = new Set([...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id));
  return defs.replace(/ *<symbol id="([^"]+)"[\s\S]*?<\/symbol>\n?/g, (whole, id: string) =>
    used.has(id) ? whole : '',
  );
}

/** Cuts one page out of the single drawing of all pages: top-level groups are pages, glyph outlines are shared. */
function pageOf(drawing: string, count: number, page: number): string {
  if (!Number.isInteger(page) || page < 1 || page > count) throw new RangeError(`Page ${page} of ${count}`);
  const [, width, total] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawing)!;
  const height = Number(total) / count;
  const pages = drawing.match(/^ {4}<g[ >][\s\S]*?^ {4}<\/g>/gm) ?? [];
  const symbols = /^ {4}<defs[\s\S]*?^ {4}<\/defs>/gm;
  return [
    `<svg viewBox="0 ${(page - 1) * height} ${width} ${height}" width="${width}pt" height="${height}pt" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`,
    `<rect y="${(page - 1) * height}" width="${width}" height="${height}" fill="#ffffff"/>`,
    pages[page - 1],
    ...(drawing.match(symbols) ?? []).map((defs) => outlinesFor(pages[page - 1]!, defs)),
    '</svg>',
  ]
    .join('\n')
    .replace(/^ +/gm, '');
}

/** As PDF/A. */
export const drawPdf = (drawing: Drawing): Uint8Array => render(drawing).pdf();

export const countPages = (drawing: Drawing): number => render(drawing).pages;

/** How many pages it has, and where the blocks of its layout begin. */
export function measure(drawing: Drawing): { pages: number; marks: Mark[] } {
  const { pages, marks } = render(drawing, true);
  return { pages, marks: marks() };
}

/** One page as SVG; null when the document has fewer pages. */
export function drawPage({ page, ...drawing }: Drawing & { page: number }): string | null {
  const rendered = render(drawing);
  return page <= rendered.pages ? rendered.svg(page) : null;
}

const pagesOf = ({ pages, svg }: Rendered): string[] => Array.from({ length: pages }, (_, at) => svg(at + 1));

/** The PDF together with every page as SVG, and with those for a phone. */
export function drawWhole(drawing: Drawing): { pdf: Uint8Array; pages: string[]; phonePages: string[] } {
  const rendered = render(drawing);
  return {
    pdf: rendered.pdf(),
    pages: pagesOf(rendered),
    phonePages: pagesOf(render({ ...drawing, form: 'phone' })),
  };
}

/** A document that holds another file, as PDF/A-3. */
export const drawSigned = (drawing: Drawing): Uint8Array => render(drawing).pdf('a-3b');
