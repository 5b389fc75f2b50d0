import { pathToFileURL } from 'node:url';
import { parseAst, type Plugin } from 'vite';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Change = { start: number; end: number; text: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const below = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
/** Types say words, too, and are gone in the browser. */
const isType = ({ type }: Node): boolean => /^TS(?!As|Satisfies|NonNull)/.test(type);

/** What `object.key.key` names, as far as its keys are plain; the node that ends there. */
function reached(path: readonly Node[], value: unknown): { node: Node; value: unknown } {
  let [node] = path as [Node];
  for (const parent of path.slice(1)) {
    const { object, property, computed } = parent as Node & { object: Node; property: Node; computed: boolean };
    if (parent.type !== 'MemberExpression' || object !== node || computed) break;
    if (typeof value !== 'object' || !Object.hasOwn(value ?? {}, property['name'] as string)) break;
    value = (value as Record<string, unknown>)[property['name'] as string];
    node = parent;
  }
  return { node, value };
}

/** Names that the module's own functions and blocks give to something else. */
const isBinding = (node: Node, name: string): boolean =>
  (node.type === 'VariableDeclarator' && (node['id'] as Node)['name'] === name) ||
  (Array.isArray(node['params']) && (node['params'] as Node[]).some((one) => one['name'] === name));

/** Names that the module gives to parts of its words, as `const say = words.financial`. */
function* given(module: Node, objects: ReadonlyMap<string, unknown>): Generator<[declarator: Node, value: unknown]> {
  for (const statement of module['body'] as Node[]) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const one of statement['declarations'] as (Node & { id: Node; init: Node | null })[]) {
      const path: Node[] = [];
      for (let node = one.init; node; node = (node['object'] as Node | undefined) ?? null) path.unshift(node);
      const [root] = path;
      if (one.id.type !== 'Identifier' || root?.type !== 'Identifier' || !objects.has(root['name'] as string)) continue;
      const { node, value } = reached(path as [Node], objects.get(root['name'] as string));
      if (node === one.init) yield [one, value];
    }
  }
}

/**
 * Code with the words that it says in their places: what it takes of `objects`, by their names in the code, becomes a literal, and a
 * part that is looked into by a computed key a constant. An object that is used as a whole stays as it is.
 */
export function inPlace(code: string, lang: 'ts' | 'tsx', objects: ReadonlyMap<string, unknown>): string {
  const module = parseAst(code, { lang }) as unknown as Node;
  const own = [...given(module, objects)];
  objects = new Map([...objects, ...own.map(([{ id }, value]) => [(id as Node)['name'] as string, value] as const)]);
  const changes: Change[] = [];
  const parts = new Map<string, string>();
  const walk = (node: Node, above: readonly Node[]): void => {
    if (isType(node) || node.type === 'ImportDeclaration') return;
    for (const name of objects.keys())
      if (isBinding(node, name) && !own.some(([one]) => one === node))
        throw new Error(`${name} is words above and something else here`);
    const path = [node, ...above];
    const [parent] = above;
    const isName =
      (parent?.type === 'MemberExpression' && parent['property'] === node && !parent['computed']) ||
      (parent?.type === 'VariableDeclarator' && parent['id'] === node) ||
      (parent?.type === 'Property' && parent['key'] === node && !parent['shorthand']);
    if (node.type === 'Identifier' && !isName && objects.has(node['name'] as string)) {
      const { node: whole, value } = reached(path, objects.get(node['name'] as string));
      if (whole === node || value === undefined) {if(process.env.W) console.log('WHOLE',process.env.W_ID=code.slice(Math.max(0,node.start-60),node.end+30).replace(/\n/g,' '));return;}
      let text = JSON.stringify(value);
      if (typeof value !== 'string') {
        const constant = parts.get(text) ?? `words${parts.size}_`;
        parts.set(text, constant);
        text = constant;
      }
      changes.push({ start: whole.start, end: whole.end, text });
      return;
    }
    for (const child of below(node)) walk(child, path);
  };
  walk(module, []);
  const said = changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), code);
  return [...Array.from(parts, ([text, name]) => `const ${name} = ${text};`), said].join('\n');
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
    const objects = new Map<string, unknown>();
    for (const [, names, from] of code.matchAll(IMPORT)) {
      const found = await this.resolve(from!, id);
      const words = (await import(pathToFileURL(found!.id).href)) as Record<string, unknown>;
      for (const each of names!.split(',').filter((one) => one.trim())) {
        const [name, local = name] = each.trim().split(' as ');
        objects.set(local!, words[name!]);
      }
    }
    return objects.size > 0 ? inPlace(code, lang, objects) : undefined;
  },
};
