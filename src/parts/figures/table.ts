/** What a table of figures is made of. */
import type { Tone } from '#domain/record/machine.ts';

export interface Cell {
  text: string;
  /** Where the number leads: to the rows that it counts. */
  href?: string | undefined;
  /** The link opens a document beside the page, or saves a file. */
  isDocument?: boolean;
  isDownload?: boolean;
  /** What the link says to who does not see the row. */
  says?: string;
  /** Below it, small: a difference, a share. */
  note?: string | undefined;
  tone?: 'warn' | 'bad' | 'mute' | undefined;
  strong?: boolean;
  /** The text is a state: it stands as its badge. */
  state?: Tone;
  /** Beside it, before a number and behind a text: what is wrong with some of what it counts. */
  badge?: string | undefined;
  /** A bar below it, in percent of the longest of its column. */
  bar?: number;
  /** A bar below it from the middle, to the right of what grew and to the left of what fell, in percent of the longest of its column. */
  swing?: number;
  /** Where on the bar something else stands, such as what is expected by today. */
  mark?: number | undefined;
}
export type Content = Cell | string | null;

export interface Head {
  label: string;
  note?: string;
  /** Numbers stand on the right. */
  isNumber?: boolean;
  /** Names, which take lines before the table scrolls sideways. */
  isLong?: boolean;
}

export interface Line {
  cells: readonly Content[];
  /** A row below another one. */
  isSub?: boolean;
  /** What unfolds the rows below. */
  unfold?: { href: string; label: string; isOpen: boolean } | undefined;
}

export const cellOf = (content: Content): Cell => (content === null ? { text: '' } : typeof content === 'string' ? { text: content } : content); // prettier-ignore
