/** An error or a warning about a draft. `error` prevents issuing, `warning` does not. `path` is the draft's field. */
export interface Issue {
  level: 'error' | 'warning';
  path: string;
  message: string;
}
