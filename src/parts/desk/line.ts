import type { Tone } from '#domain/record/machine.ts';

/** One row of a card of the dashboard. */
export interface Line {
  href?: string | undefined;
  title: string;
  note?: string | undefined;
  /** What of its time is left, from 0 to 1, with a short text. */
  ring?: { share: number; text: string; tone: 'ok' | 'warn' | 'bad' | 'mute' };
  /** Before the title: an hour, a day. */
  lead?: string;
  /** How far it has come, step by step. */
  steps?: readonly ('ok' | 'warn' | 'bad' | 'todo')[];
  badge?: { label: string; tone: Tone } | undefined;
  end?: string | undefined;
  endNote?: string | undefined;
  tone?: 'bad' | 'warn' | 'urgent' | undefined;
  isPast?: boolean;
}
