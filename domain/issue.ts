/** Something to mend or to know of what is written. `error` blocks issuing, `warning` does not. `path` is the draft's field. */
export interface Issue {
  level: 'error' | 'warning';
  path: string;
  message: string;
}
