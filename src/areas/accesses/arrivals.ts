import { accessFields } from '#domain/accesses/fields.ts';
import type { AccessSubject } from '#domain/accesses/terms.ts';
import type { Answered } from '#domain/accesses/words/answers.ts';
import type { languages } from '#domain/languages.ts';
import { blankOf } from '#domain/record/fields.ts';
import { call, CallError } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { read, write } from '#site/stores/persisted.ts';

/** Who has come, as the reception types it. */
export interface Typed {
  name: string;
  subject: AccessSubject;
  people: number;
  wish: string;
  language: keyof typeof languages | null;
  customerId: number | null;
  leadId: number | null;
  /** What the reception asked; left out: nothing. */
  reason?: string | null;
  answers?: Answered[];
  /** The idempotency key of this registration: sent again after a lost connection, it registers nobody twice. */
  key: string;
}
/** Neither a customer nor a lead. */
export const NOBODY = { customerId: null, leadId: null };
export const blank = (): Typed => ({
  name: '',
  subject: 'new',
  people: 1,
  wish: '',
  language: null,
  ...NOBODY,
  key: newKey(),
});

/** Who was registered while the line was down; `refused`: why the reception's computer was refused afterwards. */
export type Queued = Typed & { locationId: number; arrivedAt: string; refused?: string };
const QUEUE = 'draft:reception-queue';
/** The most that wait for the line. */
export const MOST_QUEUED = 50;

/** Who waits for the line, in the order in which they came. */
export const queued = () => (read(QUEUE) as Queued[] | null) ?? [];
export const keepQueued = (queue: readonly Queued[]) => write(QUEUE, queue);

/**
 * This moment by the server's clock, which said `served` while it answered this page: of two desks, who came first stands first,
 * whatever their own clocks say. A clock that may be right by it is believed, however long the answer took; one that cannot be is
 * set by as little as it must.
 */
export function nowAt(served: string): string {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const behind = performance.timeOrigin - Date.parse(served);
  const ahead = page ? Math.max(page.requestStart + behind, Math.min(page.responseEnd + behind, 0)) : 0;
  return new Date(Date.now() - ahead).toISOString();
}

/** Registers somebody who came at `arrivedAt`; the same text each time, so that its key holds. */
export const send = ({ key, ...values }: Omit<Queued, 'refused'>) =>
  call('POST /accesses', { key, body: { ...blankOf(accessFields), ...values } });

/** Nothing answers, or nothing that could: it may be sent again. */
export const isDown = (error: unknown) => error instanceof CallError && error.status >= 500;
