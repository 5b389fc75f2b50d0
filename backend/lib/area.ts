import type { z } from 'zod';
import type { FieldMessages } from '#domain/errors.ts';
import type { hit } from '#domain/search/endpoints.ts';
import type { TimelineEvent } from '#domain/timeline.ts';
import type { Verbs } from './bind.ts';
import type { Ctx, Effects, Job } from './context.ts';
import type { Importable } from './importable.ts';

/** Finds an area's records for Ctrl+K: at most `HITS` that the caller may see and `q` finds, the best first. */
export type Hits = (ctx: Ctx, q: string) => Promise<z.input<typeof hit>[]>;
export const HITS = 8;

/** What an area knows of a customer's past, as far as the caller may see it, in any order. */
export type Story = (ctx: Ctx, customerId: number) => Promise<TimelineEvent[]>;

/** What one area gives to the backend, as data; `backend/areas.ts` lists the areas. */
export interface Area<T> {
  /** What each of its calls does; a call without a verb, or a verb of another shape, does not compile. */
  verbs: Verbs<T>;
  /** What it does outside of requests. */
  jobs?: readonly Job<never>[];
  /** What it does when something happens in another area. */
  effects?: Effects;
  hits?: Hits;
  /** What it tells on the page of a customer. */
  story?: Story;
  /** Which of its records a file may write. */
  imports?: readonly Importable[];
  /** What a broken constraint of its tables means to the person, by the name in the database. */
  constraints?: Record<string, FieldMessages>;
}

/** Describes an area over its table of calls. */
export const area = <T>(_table: T, of: Area<T>): Area<T> => of;
