/** Where a job writes the rows of a large spreadsheet while they are read, and how many they are. */
export interface Spool {
  path: string;
  rows: number;
}
