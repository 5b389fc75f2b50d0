import type { Quote } from '#domain/quotes/schema.ts';

interface Named {
  name: string;
}

/** A car as lists, cards and comparisons name it. */
export const vehicleOf = ({ maker, model, version }: { maker: Named; model: Named; version: Named }) =>
  `${maker.name} ${model.name} ${version.name}`;

/** Where the builder shows a quote. */
export const hrefOf = ({ id, sheet }: Pick<Quote, 'id' | 'sheet'>) =>
  `/quotation/new/${sheet.maker.id}/${sheet.model.id}/${sheet.version.id}?quote=${id}`;
