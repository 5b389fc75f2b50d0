import { optionsQuery } from '#domain/catalog/editions/schema.ts';

/** Which options of a maker an address asks for: those with these words, from one of them on. */
export const optionsPage = (search: URLSearchParams): { q: string; offset: number } => ({
  q: optionsQuery.shape.q.catch('').parse(search.get('q') ?? ''),
  offset: optionsQuery.shape.offset.catch(0).parse(search.get('at') ?? 0),
});

/** The parts of an address that a search keeps. */
export const keptParts = (search: URLSearchParams): [string, string][] =>
  [...search].filter(([name]) => name !== 'q' && name !== 'at');
