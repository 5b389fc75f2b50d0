/** What the address of a page of figures over a span asks for. */
import { parseDay } from '#domain/italian.ts';
import { spanFault, type Days } from '#domain/record/figures.ts';

export interface SpanChoice {
  /** Null: none are typed, or they cannot be read; `fault` says why. */
  days: Days | null;
  fault: string | null;
  locationId: number | undefined;
}

/** One of some choices; the usual one where none of them is asked for. */
export const among = <T extends string>(params: URLSearchParams, name: string, all: readonly T[], usual: T): T =>
  all.find((one) => one === params.get(name)) ?? usual;

/** Days and place of the address; `unread`: what is said of days that are none. */
export function readAsked(params: URLSearchParams, unread: string): SpanChoice {
  const text = (name: string) => params.get(name) ?? '';
  const [from, to] = [parseDay(text('from')), parseDay(text('to'))];
  const isTyped = text('from') + text('to') !== '';
  const read = from !== null && to !== null ? { from, to } : null;
  const fault = !isTyped ? null : read === null ? unread : (Object.values(spanFault(read) ?? {})[0] ?? null);
  const place = text('locationId');
  return {
    days: fault === null ? read : null,
    fault,
    locationId: /^\d{1,15}$/.test(place) ? Number(place) : undefined,
  };
}
