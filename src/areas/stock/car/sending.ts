/** A photo on its way. */
export interface Sending {
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** 0 to 1. */
  part: number;
  /** Why it failed; a file that is none is not tried again. */
  why: string;
  again: boolean;
  /** Of the file that has arrived and is not in the album yet. */
  uploadId?: number;
}
