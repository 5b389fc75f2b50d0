import type { z } from 'zod';
import type { FieldMessages } from '#domain/errors.ts';
import type { hit } from '#domain/search/endpoints.ts';
import type { TimelineEvent } from '#domain/record/timeline.ts';
import type { Verbs } from '../work/bind.ts';
import type { Ctx, Effects, Job } from '../work/context.ts';
import type { Importable } from '../records/importable.ts';
import type { Laid } from './laid.ts';
import type { Legacy } from '../people/legacy.ts';
import type { Schedule } from '../work/schedules.ts';
import type { Best } from '../records/search.ts';
import type { Signable } from './signable.ts';

/** A kind of records that Ctrl+K finds: at most `HITS` that the caller may see, the best first. */
export interface Hits {
  /** The kind under which their words are kept. */
  kind: string;
  /** Of the manufacturer's side; absent: of dealers. */
  isNetwork?: true;
  may: (ctx: Ctx) => boolean;
  find: (ctx: Ctx, best: Best) => Promise<z.input<typeof hit>[]>;
}
export const HITS = 8;

/** The events of a customer's past that an area knows and the caller may see, in any order. */
export type Story = (ctx: Ctx, customerId: number) => Promise<TimelineEvent[]>;

/** What one area gives to the backend, as data; `backend/areas.ts` lists the areas. */
export interface Area<T> {
  /** The verb of each call; the compiler refuses a call without a verb and a verb of another shape. */
  verbs: Verbs<T>;
  /** Work outside of requests. */
  jobs?: readonly Job<never>[];
  /** Repeated work of each company. */
  schedules?: readonly Schedule[];
  /** What the area does when something happens in another area. */
  effects?: Effects;
  hits?: readonly Hits[];
  /** The area's events for the page of a customer. */
  story?: Story;
  /** The kinds of work that people leave to colleagues when they are blocked. */
  legacies?: readonly Legacy[];
  /** The kinds of records that an import may write. */
  imports?: readonly Importable[];
  /** The kinds of records whose document is signed. */
  signs?: readonly Signable[];
  /** The kinds of records that are printed by a layout of the company. */
  laid?: readonly Laid[];
  /** Messages for broken constraints of the area's tables, by the name of the constraint in the database. */
  constraints?: Record<string, FieldMessages>;
}

/** Describes an area over its table of calls. */
export const area = <T>(_table: T, of: Area<T>): Area<T> => of;
