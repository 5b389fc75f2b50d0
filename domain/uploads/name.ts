const LONGEST = 120;
const FORBIDDEN = new Set([...'/\\:*?"<>|']);
/** Characters that are invisible or reverse the following text, so that a name shows another extension. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A file's name for people: the last part of its path, without invisible or reversing characters; never empty. */
export function cleanName(name: string): string {
  const last = name.replace(HIDDEN, '').split(/[/\\]/).at(-1)!;
  const shown = Array.from(last, (char) => (FORBIDDEN.has(char) ? '_' : char))
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (shown.length <= LONGEST) return shown || 'file';
  const ending = /\.[a-z0-9]{1,5}$/i.exec(shown)?.[0] ?? '';
  return shown.slice(0, LONGEST - ending.length).trimEnd() + ending;
}
