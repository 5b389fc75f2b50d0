import type { Drawing } from '#backend/documents/draw.ts';
import type { Reckoned } from '#domain/quotes/sheet/changes.ts';
import { legalLine } from '#domain/companies/stated.ts';
import { compareQuotes } from '#domain/quotes/desk/comparison.ts';
import { day, money } from '#domain/italian.ts';
import type { Company } from '#backend/documents/letterhead.ts';
import { lookPictures, lookView, type Look } from '#backend/documents/look.ts';
import { carPicture } from '#backend/documents/car-picture.ts';

/** The contents of a printed comparison. */
export interface ComparisonDocument {
  company: Company;
  look: Look;
  today: string;
  columns: (Reckoned & { name: string; customer: string; paint: string | null })[];
}

/** The difference from the first quote, with its sign; '' when there is none. */
function moreOf(amounts: readonly (number | null)[] | undefined, at: number): string {
  const [first, own] = [amounts?.[0], amounts?.[at]];
  if (first == null || own == null || own === first) return '';
  return `${own > first ? '+' : ''}${money(own - first)}`;
}

function comparisonView({ company, look, today, columns }: ComparisonDocument) {
  return {
    company: company.name,
    legal: legalLine(company),
    ...lookView(look),
    title: 'Confronto preventivi',
    date: today.split('-').map(Number),
    day: day(today),
    columns: columns.map(({ sheet, name, customer, paint }) => ({
      title: [sheet.maker.name, sheet.model.name].filter(Boolean).join(' '),
      version: sheet.version.name,
      name: [name, customer].filter(Boolean).join(' · '),
      picture: carPicture({ body: sheet.model.body, paint }),
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

/** Quotes side by side on one landscape page. */
export const comparisonDrawing = (data: ComparisonDocument): Drawing => ({
  template: 'quotes/desk/comparison.typ',
  view: comparisonView(data),
  pictures: lookPictures(data.look),
});
