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
  /** The car that the row is about, drawn; `blank`: it has no photo, and should. */
  car?: { body: string; colour: string | null; coverId: number | null; blank?: boolean };
  /** What is to be done with it, as a button beside the row. */
  act?: { label: string; href: string; first?: boolean } | undefined;
  badge?: { label: string; tone: Tone } | undefined;
  end?: string | undefined;
  endNote?: string | undefined;
  /** The colour of the note at the end. */
  endTone?: 'warn' | 'bad' | undefined;
  tone?: 'bad' | 'warn' | 'urgent' | undefined;
  isPast?: boolean;
}
