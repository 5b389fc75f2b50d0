/**
 * Texts of layouts: one paragraph a line, `- ` begins an item, `**` bold, `*` italic, variables in braces. Marks are read
 * of the text alone: values are placed afterwards, so nothing that a value holds is a mark or a variable.
 */
import type { LayoutValues } from './variables.ts';

interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
}
export interface Paragraph {
  item: boolean;
  runs: readonly Run[];
}

const VARIABLE = /\{([^{}\n]{1,40})\}/g;
const STYLED = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*/g;

/** A variable by its name, in capitals or not: people write `{nome}`. */
function variableIn(known: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(known, name)) return name;
  const said = name.trim().toLowerCase();
  return Object.keys(known).find((one) => one.toLowerCase() === said);
}

const filled = (text: string, values: LayoutValues): string =>
  text.replace(VARIABLE, (mark, said: string) => {
    const name = variableIn(values, said);
    return name === undefined ? mark : values[name]!;
  });

function runsOf(line: string, values: LayoutValues): Run[] {
  const runs: Run[] = [];
  let from = 0;
  const put = (text: string, bold: boolean, italic: boolean) => {
    if (text !== '') runs.push({ text: filled(text, values), bold, italic });
  };
  for (const found of line.matchAll(STYLED)) {
    put(line.slice(from, found.index), false, false);
    put(found[1] ?? found[2] ?? '', found[1] !== undefined, found[2] !== undefined);
    from = found.index + found[0].length;
  }
  put(line.slice(from), false, false);
  return runs;
}

/** A text as it is printed. */
export const paragraphsOf = (text: string, values: LayoutValues): Paragraph[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const item = line.startsWith('- ');
      return { item, runs: runsOf(item ? line.slice(2) : line, values) };
    });

/** A heading as it is printed: variables, no marks. */
export const headingOf = (title: string, values: LayoutValues): string => filled(title, values);

/** What is wrong with the variables of a text, each in a sentence; empty: nothing. */
export function faultsOf(text: string, known: Readonly<Record<string, string>>): string[] {
  const unknown = [...text.matchAll(VARIABLE)]
    .map(([, name]) => name!)
    .filter((name) => variableIn(known, name) === undefined);
  const rest = text.replace(VARIABLE, '');
  return [
    ...[...new Set(unknown)].map((name) => `«${name}» non esiste`),
    ...(/[{}]/.test(rest) ? ['Una graffa non si chiude: le variabili stanno tra { e }'] : []),
  ];
}
