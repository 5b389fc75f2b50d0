/** Lines that columns of a file add to the notes of a record, which people write as well. */

/**
 * Notes with what columns of the file say beside them, each line once. A line of `starts` takes the place of the one that
 * begins like it.
 */
export function withLines(notes: string, said: string, starts: readonly string[]): string {
  const kept = notes === '' ? [] : notes.split('\n');
  const lines = said.split('\n');
  for (const line of lines) {
    if (kept.includes(line)) continue;
    const start = starts.find((one) => line.startsWith(one));
    const at = kept.findIndex((one) => start !== undefined && one.startsWith(start) && !lines.includes(one));
    kept.splice(at < 0 ? kept.length : at, at < 0 ? 0 : 1, line);
  }
  return kept.join('\n');
}
