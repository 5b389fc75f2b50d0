import { compile, type Rendered } from '../documents/press.ts';
import type { Reckoned } from '#domain/quotes/changes.ts';
import { compareQuotes } from '#domain/quotes/comparison.ts';
import { day, money } from '#domain/italian.ts';
import type { Body } from '#domain/catalog/terms.ts';
import { carDrawing, logoPath, type Look } from './document-look.ts';

/** Quotes side by side, as they are printed. */
export interface ComparisonDocument {
  company: string;
  look: Pick<Look, 'colour' | 'accent' | 'logo'>;
  today: string;
  columns: (Reckoned & { name: string; paint: string | null })[];
}

/** More than the first one costs, with its sign; '' where it is nothing. */
function moreOf(amounts: readonly (number | null)[] | undefined, at: number): string {
  const [first, own] = [amounts?.[0], amounts?.[at]];
  if (first == null || own == null || own === first) return '';
  return `${own > first ? '+' : ''}${money(own - first)}`;
}

function comparisonView({ company, look, today, columns }: ComparisonDocument) {
  return {
    company,
    colour: look.colour,
    accent: look.accent,
    logo: look.logo ? logoPath(look) : '',
    title: 'Confronto preventivi',
    date: today.split('-').map(Number),
    day: day(today),
    columns: columns.map(({ sheet, draft, name, paint }) => ({
      title: [sheet.maker.name, sheet.model.name].filter(Boolean).join(' '),
      version: sheet.version.name,
      name: [name, draft.customer?.name].filter(Boolean).join(' · '),
      picture: carDrawing({ body: sheet.model.body as Body, paint }),
    })),
    rows: compareQuotes(columns).map(({ label, kind, values, amounts }) => ({
      label,
      kind,
      cells: values.map((text, at) => ({
        text,
        differs: text !== values[0],
        more: kind === 'sum' ? moreOf(amounts, at) : '',
      })),
    })),
  };
}

export function renderComparison(data: ComparisonDocument): Rendered {
  const { look } = data;
  return compile('quotes/comparison.typ', comparisonView(data), look.logo ? { [logoPath(look)]: look.logo } : {});
}

/** For a thread: the PDF. */
export const drawComparison = (data: ComparisonDocument): Uint8Array => renderComparison(data).pdf();
