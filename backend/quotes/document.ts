import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { logoPath } from './document-look.ts';
import { documentView, type QuoteDocument } from './document-view.ts';
import { codePointsOf, drawable } from './glyphs.ts';

export type { QuoteDocument } from './document-view.ts';

// Found by the package's own name for itself, so that the bundled server and the sources read the same files.
const require = createRequire(import.meta.url);
const templatePath = require.resolve('#backend/quotes/quote.typ');
const workspace = dirname(templatePath);
const font = (weight: string) => readFileSync(require.resolve(`#backend/quotes/fonts/SourceSans3-${weight}.ttf`));

interface Press {
  compiler: NodeCompiler;
  template: string;
  /** What the fonts can draw; all weights have the same characters. */
  points: ReadonlySet<number>;
}
let press: Press | undefined;

/** One compiler for the life of the process: fonts are read once and Typst remembers what did not change. */
function ready(): Press {
  if (press) return press;
  const fontBlobs = ['Regular', 'SemiBold', 'Bold'].map(font);
  press = {
    template: readFileSync(templatePath, 'utf8'),
    points: codePointsOf(fontBlobs[0]!),
    compiler: NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] }),
  };
  return press;
}

/** A compiled quote. `pdf` is PDF/A-2b; `svg` is one page (from 1) without script, text or outside references. */
export interface RenderedQuote {
  pages: number;
  pdf(): Buffer;
  svg(page: number): string;
}

/**
 * Compile the printed quote. No clock, no files, no network: equal data gives equal bytes. Takes tens of milliseconds.
 * Throws when the template does not compile (a defect: no data can cause it) and RangeError for a page that is not there.
 */
export function renderQuote(data: QuoteDocument): RenderedQuote {
  const { compiler, template, points } = ready();
  const view = JSON.stringify(documentView(data), (_, value: unknown) =>
    typeof value === 'string' ? drawable(value, points) : value,
  );
  const { logo } = data.look ?? {};
  const logoFile = data.look && join(workspace, logoPath(data.look));
  if (logo && logoFile) compiler.mapShadow(logoFile, Buffer.from(logo));
  const result = compiler.compile({ mainFileContent: template, inputs: { data: view } });
  if (logo && logoFile) compiler.unmapShadow(logoFile);
  const compiled = result.result;
  if (!compiled) throw new Error(`Quote template: ${JSON.stringify(result.takeDiagnostics()?.shortDiagnostics)}`);
  compiler.evictCache(20);
  return {
    pages: compiled.numOfPages,
    pdf: () => compiler.pdf(compiled, { pdfStandard: 'a-2b' }),
    svg: (page) => pageOf(compiler, compiled, page),
  };
}

export interface Wanted {
  data: QuoteDocument;
  /** How many pages; the PDF; one page as SVG. */
  as: 'pages' | 'pdf' | 'svg';
  page?: number;
}

/** `renderQuote` for a thread, which cannot hand over a compiled quote: number, bytes or text; null for a page that is not there. */
export function drawQuote({ data, as, page = 1 }: Wanted): number | Uint8Array | string | null {
  const quote = renderQuote(data);
  if (as === 'pages') return quote.pages;
  if (as === 'pdf') return quote.pdf();
  return page <= quote.pages ? quote.svg(page) : null;
}

/** Cut one page out of the tall drawing that holds them all: top-level groups are pages, glyph outlines are shared. */
function pageOf(compiler: NodeCompiler, compiled: NodeTypstDocument, page: number): string {
  const count = compiled.numOfPages;
  if (!Number.isInteger(page) || page < 1 || page > count) throw new RangeError(`Page ${page} of ${count}`);
  const drawing = compiler.plainSvg(compiled);
  const [, width, total] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawing)!;
  const height = Number(total) / count;
  const pages = drawing.match(/^ {4}<g[ >][\s\S]*?^ {4}<\/g>/gm) ?? [];
  const symbols = /^ {4}<defs[\s\S]*?^ {4}<\/defs>/gm;
  return [
    `<svg viewBox="0 ${(page - 1) * height} ${width} ${height}" width="${width}pt" height="${height}pt" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`,
    `<rect y="${(page - 1) * height}" width="${width}" height="${height}" fill="#ffffff"/>`,
    pages[page - 1],
    ...(drawing.match(symbols) ?? []),
    '</svg>',
  ]
    .join('\n')
    .replace(/^ +/gm, '');
}
