/** A figure at the head of the dashboard. */
export interface Tile {
  label: string;
  help?: string | undefined;
  value: string;
  href?: string | undefined;
  tone?: 'warn' | 'bad' | undefined;
}
