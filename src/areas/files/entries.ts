/** What is dropped onto the page of files, before it is known how much of it there is. */

export const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** What was dropped; it is asked for in the event itself, because the browser forgets it afterwards. Empty where it knows no folders. */
export const entriesOf = ({ items }: Pick<DataTransfer, 'items'>): FileSystemEntry[] =>
  [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);

/** Whether a folder is among them. */
export const hasFolder = (entries: readonly FileSystemEntry[]): boolean => entries.some(isFolder);
