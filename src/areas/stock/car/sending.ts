/** A photo that is being uploaded. */
export interface Sending {
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** Progress from 0 to 1. */
  part: number;
  /** Why it failed. A file that is no photo cannot be tried again. */
  why: string;
  again: boolean;
  /** Id of the uploaded file that is not in the album yet. */
  uploadId?: number;
}
