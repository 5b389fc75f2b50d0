import type { FigureName } from '#domain/stats/figures.ts';
import type { Drilled } from '../lib/records/figures.ts';

/** What the areas count, by the names of statistics. */
export type Figures = Readonly<Record<FigureName, Drilled>>;
