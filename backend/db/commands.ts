/** A text or name in quotes, a bracket, a comma, or a word with what is quoted in it. */
const PIECE = /--[^\n]*|\/\*[^]*?\*\/|[(),]|(?:'[^']*'|"[^"]*"|[^\s,()'"])+/g;
const ALTER = /^(?:\s|--[^\n]*\n)*(alter table (?:if exists )?(?:only )?\S+)\s([^]*?);?\s*$/i;

/**
 * A statement of a migration as a cluster takes it on a table that it has spread: `alter table` with one command each, the
 * conditions of a new column after the column, and no part of a key set to null, as a key names the company. The names
 * that PostgreSQL gives stay the same.
 */
export function commandsOf(statement: string): string[] {
  const [, table, changes = ''] = ALTER.exec(statement) ?? [];
  const commands = table
    ? piecesOf(changes).flatMap((pieces) => apart(table.split(' ').at(-1)!, pieces).map((one) => `${table} ${one}`))
    : [statement];
  return commands.map(keyKept);
}

/** A key without the part that may be set to null alone: no cluster takes it where that part names the company. */
export const keyKept = (text: string): string => text.replaceAll(/ on delete set null ?\([^)]*\)/gi, '');

/** The words of each command of a list, what stands in brackets as one. */
function piecesOf(list: string): string[][] {
  const commands: string[][] = [[]];
  let [depth, begun] = [0, 0];
  for (const { 0: piece, index } of list.matchAll(PIECE)) {
    if (piece === '(' && depth++ === 0) begun = index;
    if (piece === ')' && --depth === 0) commands.at(-1)!.push(list.slice(begun, index + 1));
    else if (depth > 0 || piece.startsWith('--') || piece.startsWith('/*')) continue;
    else if (piece === ',') commands.push([]);
    else commands.at(-1)!.push(piece);
  }
  return commands;
}

/**
 * A new column, then its conditions by the names that PostgreSQL gives, as a cluster gives others; another command as it
 * stands.
 */
function apart(table: string, pieces: string[]): string[] {
  if (!/^add column /i.test(pieces.join(' '))) return [pieces.join(' ')];
  const [column] = pieces.slice(/^if$/i.test(pieces[2]!) ? 5 : 2);
  const conditions: string[] = [];
  for (let at = pieces.length - 2; at > 0; at -= 1) {
    if (!/^check$/i.test(pieces[at]!)) continue;
    const isNamed = /^constraint$/i.test(pieces[at - 2]!);
    const condition = isNamed
      ? pieces.splice(at - 2, 4)
      : ['constraint', `${table}_${column}_check`, ...pieces.splice(at, 2)];
    conditions.unshift(`add ${condition.join(' ')}`);
  }
  return [pieces.join(' '), ...conditions];
}
