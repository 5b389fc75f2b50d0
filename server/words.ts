import { pathToFileURL } from 'node:url';
import { parseAst, type Plugin } from 'vite';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
/** Words by the names that a script has for them. */
type Words = ReadonlyMap<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const below = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nameOf = (node: unknown): string => (isNode(node) && (node['name'] as string)) || '';
/** Types say words, too, and are gone in the browser. */
const isType = ({ type }: Node): boolean => /^TS(?!As|Satisfies|NonNull)/.test(type);

/** What `object.key.key` means, as far as its keys are plain, and the node that ends there; `above`: from the object outwards. */
function reached(object: Node, above: readonly Node[], value: unknown): { node: Node; value: unknown } {
  let node = object;
  for (const parent of above) {
    const key = nameOf(parent['property']);
    if (parent.type !== 'MemberExpression' || parent['object'] !== node || parent['computed']) break;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) break;
    value = (value as Record<string, unknown>)[key];
    node = parent;
  }
  return { node, value };
}

/** Names that the module itself gives to parts of its words, as `const say = words.financial`. */
function* given(module: Node, words: Words): Generator<[declarator: Node, value: unknown]> {
  for (const declarator of below(module)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(below)) {
    const path: Node[] = [];
    for (let node = declarator['init']; isNode(node); node = node['object']) path.unshift(node);
    const [root, ...above] = path;
    if (!root || root.type !== 'Identifier' || !words.has(nameOf(root))) continue;
    const { node, value } = reached(root, above, words.get(nameOf(root)));
    if (node === declarator['init'] && nameOf(declarator['id'])) yield [declarator, value];
  }
}

/** A name stands there for itself: as a key, or where it is given. */
const isKey = (node: Node, parent: Node | undefined): boolean =>
  (parent?.type === 'MemberExpression' && parent['property'] === node && !parent['computed']) ||
  (parent?.type === 'Property' && parent['key'] === node && !parent['shorthand']) ||
  (parent?.type === 'VariableDeclarator' && parent['id'] === node);

/**
 * Code of a script with the words that it says in their places: a sentence becomes a literal, and a part of the words that is looked into by a
 * computed key a constant. Words that are used as a whole stay an import. Throws where a name means words and something else.
 */
export function inPlace(code: string, lang: 'ts' | 'tsx', imported: Words): string {
  const module = parseAst(code, { lang }) as unknown as Node;
  const own = new Map(given(module, imported));
  const words = new Map([...imported, ...Array.from(own, ([{ id }, value]) => [nameOf(id), value] as const)]);
  const changes: { start: number; end: number; text: string }[] = [];
  const constants = new Map<string, string>();
  const whole = new Set<string>();
  const walk = (node: Node, above: readonly Node[]): void => {
    if (isType(node) || node.type === 'ImportDeclaration') return;
    const names = node.type === 'VariableDeclarator' ? [node['id']] : [node['params']].flat();
    if (names.some((one) => words.has(nameOf(one))) && !own.has(node))
      throw new Error(`Words and something else have one name: ${code.slice(node.start, node.end).slice(0, 80)}`);
    const name = nameOf(node);
    if (node.type !== 'Identifier' || isKey(node, above[0]) || !words.has(name)) {
      for (const child of below(node)) walk(child, [node, ...above]);
      return;
    }
    const { node: end, value } = reached(node, above, words.get(name));
    if (end === node && imported.has(name)) return void whole.add(name);
    if (end === node) return;
    const text = JSON.stringify(value);
    if (typeof value !== 'string' && !constants.has(text)) constants.set(text, `words${constants.size}_`);
    changes.push({ start: end.start, end: end.end, text: constants.get(text) ?? text });
  };
  walk(module, []);
  for (const node of below(module).filter(({ type }) => type === 'ImportDeclaration')) {
    const locals = (node['specifiers'] as Node[]).map(({ local }) => nameOf(local));
    if (locals.length > 0 && locals.every((name) => imported.has(name) && !whole.has(name)))
      changes.push({ start: node.start, end: node.end, text: '' });
  }
  const said = changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: literal }) => text.slice(0, start) + literal + text.slice(end), code);
  return [...Array.from(constants, ([text, name]) => `const ${name} = ${text};`), said].join('\n');
}

const IMPORT = /import \{([^}]*)\} from '([^']*messages\/it\/[\w-]+\.ts)'/g;

/**
 * Each script brings the words that it says, and no others: an object of words would come whole to every page that says one of them,
 * with the names of all.
 */
export const wordsInPlace: Plugin = {
  name: 'words-in-place',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async transform(code, id) {
    const lang = /\.(tsx?)(\?.*)?$/.exec(id)?.[1] as 'ts' | 'tsx' | undefined;
    if (!lang || id.includes('/messages/')) return;
    const words = new Map<string, unknown>();
    for (const [, names, from] of code.matchAll(IMPORT)) {
      const { href } = pathToFileURL((await this.resolve(from!, id))!.id);
      const said = (await import(href)) as Record<string, unknown>;
      for (const [, name, local] of names!.matchAll(/(\w+)(?: as (\w+))?/g)) words.set(local ?? name!, said[name!]);
    }
    return words.size > 0 ? inPlace(code, lang, words) : undefined;
  },
};
