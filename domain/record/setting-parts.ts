/** How a page of preferences is cut into cards, which are read and edited one at a time. */
export interface SettingPart<K extends string = string> {
  /** Its anchor on the page. */
  id: string;
  title: string;
  /** What it changes, in a sentence. */
  help: string;
  keys: readonly K[];
  /** Takes the whole width: tables and long texts. */
  wide?: true;
}
