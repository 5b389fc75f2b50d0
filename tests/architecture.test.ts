import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { AstroUserConfig } from 'astro';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** Source files as git knows them, new ones included, so that a forgotten file cannot hide from the rules. */
const files = execSync('git ls-files --cached --others --exclude-standard', { encoding: 'utf8' })
  .split('\n')
  .filter((file) =>
    /^(src|gateway|domain|backend|scripts|server)\/.*\.(ts|tsx|astro|mjs|css)$|^(server|config)\.ts$/.test(file),
  )
  .filter((file) => !/\.gen\.ts$/.test(file));

const alias = {
  '#domain/': 'domain/',
  '#gateway/': 'gateway/',
  '#backend/': 'backend/',
  '#site/': 'src/',
  '#server/': 'server/',
  '#scripts/': 'scripts/',
  '#config': 'config.ts',
};

/** Project files and packages that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [
    ...text.matchAll(
      /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm,
    ),
  ]
    .map((match) => (match[1] ?? match[2] ?? match[3])!)
    .map((spec) => {
      for (const [from, to] of Object.entries(alias)) if (spec.startsWith(from)) return to + spec.slice(from.length);
      return spec.startsWith('.') ? normalize(join(dirname(file), spec)) : spec;
    });
}

const area = (file: string, part: string) => new RegExp(`^${part}/([a-z-]+)/`).exec(file)?.[1];
const sharedBackend = ['lib', 'db', 'documents'];

/** The layers of the site, highest first: a file imports its own layer and lower ones. */
const layers = [
  /^src\/(pages|layouts)\/|^src\/(fetch|middleware|env\.d)\.ts$/,
  /^src\/(areas|shell)\//,
  /^src\/parts\//,
  /^src\/(ui|stores|lib|messages|styles)\/|^src\/[^/]+\.ts$/,
];
const layerOf = (file: string) => layers.findIndex((layer) => layer.test(file));

/** Why an import is against the arrows of the architecture, or null. */
function forbidden(file: string, target: string): string | null {
  const inside = /^(src|gateway|domain|backend|config\.ts|server\.ts|server|scripts)(\/|$)/.test(target);
  if (file.startsWith('domain/')) {
    if (target === 'zod') return null;
    if (area(file, 'domain') && target === 'domain/endpoints.ts') return 'the list of calls is above the areas';
    return target.startsWith('domain/') ? null : 'domain imports zod and domain only';
  }
  if (!inside) return null;
  if (/^(server\.ts|scripts\/)/.test(target) && !/^(server|scripts)\//.test(file))
    return 'entries are imported by nobody';
  if (file === 'config.ts') return 'config imports nothing of the product';
  if (file.startsWith('gateway/'))
    return /^(domain|gateway|config\.ts)/.test(target) ? null : 'gateway sees domain only';
  if (file.startsWith('backend/')) return forbiddenInBackend(file, target);
  if (!file.startsWith('src/')) return null;
  if (/^(backend|server)\//.test(target) && file !== 'src/fetch.ts') return 'only src/fetch.ts meets the backend';
  if (target.startsWith('gateway/') && layerOf(file) > 0) return 'islands reach the gateway by calls';
  const word = area(target, 'domain');
  if (/^src\/(ui|stores|lib)\//.test(file) && word && word !== 'record') return `the kit knows no domain: ${word}`;
  const [from, to] = [area(file, 'src/areas'), area(target, 'src/areas')];
  if (from && to && from !== to) return `site areas ${from} → ${to}`;
  return target.startsWith('src/') && layerOf(target) < layerOf(file) ? 'lower parts do not look up' : null;
}

function forbiddenInBackend(file: string, target: string): string | null {
  if (!/^(domain|backend|config\.ts)/.test(target)) return 'backend sees domain only';
  const [from, to] = [area(file, 'backend'), area(target, 'backend')];
  if (!from || !target.startsWith('backend/')) return null;
  // Lists of areas, and what serves them, stand at the root: areas and lib do not know them.
  if (!to) return 'root files of the backend are above areas and lib';
  if (from === to || sharedBackend.includes(to)) return null;
  // The seed makes a whole world, so it may call any area.
  return from === 'seed' ? null : `backend areas ${from} → ${to}`;
}

const known = new Set(files);
const importedBy = (file: string) => importsOf(file).filter((target) => known.has(target));

/** Groups that need each other, directly or by others. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const mine = order.size;
    order.set(file, mine);
    low.set(file, mine);
    open.push(file);
    for (const target of graph.get(file)!) {
      if (!order.has(target)) low.set(file, Math.min(low.get(file)!, visit(target)));
      else if (open.includes(target)) low.set(file, Math.min(low.get(file)!, order.get(target)!));
    }
    if (low.get(file) === mine) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1 || graph.get(file)!.includes(file)) found.push(group);
    }
    return low.get(file)!;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** Functions of a file that are longer than `most` lines, each with its place. */
function longFunctions(file: string, most: number): string[] {
  const text = readFileSync(file, 'utf8');
  if (text.split('\n').length <= most) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const [first, last] = [lineAt(node.getStart()), lineAt(node.end)];
    if (ts.isFunctionLike(node) && last - first >= most) found.push(`${file}:${first}–${last}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Circles of files; types count. */
const circles = () => circlesIn(new Map(files.map((file) => [file, importedBy(file)])));

/** Circles of folders of the domain, a nested one being a folder of its own; its root, and that of an area, hold lists of all. */
function folderCircles(): string[][] {
  const inside = (file: string) => file.startsWith('domain/') && dirname(file) !== 'domain';
  const folders = Map.groupBy(files.filter(inside), dirname);
  const needs = ([folder, own]: [string, string[]]): [string, string[]] => {
    const targets = own.flatMap(importedBy).filter(inside).map(dirname);
    return [folder, [...new Set(targets)].filter((target) => target !== folder && dirname(target) !== folder)];
  };
  return circlesIn(new Map([...folders].map(needs)));
}

/** The classes that a style sheet styles by themselves (`.x`, `.x:hover`, `td.x`, `:is(.x, .y)`), not within something else. */
function styledAlone(css: string): string[] {
  const lists = [...css.matchAll(/(?<=^|[{};])\s*([^{};@]+)\{/g)].map(([, list]) =>
    // What stands within `:has()` is not styled.
    list!.trim().replace(/:has\((?:[^()]|\([^()]*\))*\)/g, ''),
  );
  return lists.flatMap((list) =>
    list.split(/,\s*(?![^(]*\))/).flatMap((selector) => {
      if (/[\s>+~]/.test(selector.replace(/\((?:[^()]|\([^()]*\))*\)/g, ''))) return [];
      const either = /^:is\(([^()]*)\)/.exec(selector)?.[1] ?? selector;
      return either.split(',').flatMap((one) => /^\s*[a-z]*\.([\w-]+)/.exec(one)?.[1] ?? []);
    }),
  );
}

describe('architecture', () => {
  test('the arrows between parts and areas hold', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file).flatMap((target) => {
        const why = forbidden(file, target);
        return why ? [`${file} → ${target}: ${why}`] : [];
      }),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  test('no circle of files, types included', () => {
    expect(circles()).toEqual([]);
  });

  test('no circle of folders in the domain', () => {
    expect(folderCircles()).toEqual([]);
  });

  test('every kind of record with states is kept by the one description', () => {
    const backend = files.filter((file) => /^backend\/(?!lib\/)/.test(file)).map((file) => readFileSync(file, 'utf8'));
    const described = backend.flatMap((text) =>
      [...text.matchAll(/\bcourse\(\{\s*machine: (\w+)/g)].map((match) => match[1]!),
    );
    const machines = [...readFileSync('domain/machines.ts', 'utf8').matchAll(/^import \{ (\w+) \}/gm)].map(
      (match) => match[1]!,
    );
    // A request for consent is locked behind its quote; a campaign is a plain record of a list (records.ts) that has states; an edition lies
    // whole on every node and has no owner, words or page of its own sections.
    const own = ['editionMachine', 'approvalMachine', 'campaignMachine'];
    expect(machines.length).toBeGreaterThan(10);
    expect(machines.filter((name) => !described.includes(name))).toEqual(own);
    expect(backend.filter((text) => /\bKept\b.*'[^']*lib\/records\/move\.ts'/.test(text))).toHaveLength(own.length);
  });

  test('files more than one folder up are named from the root', () => {
    const far = /\b(?:from|import)\b ?\(?'(?:\.\.\/){2,}/;
    expect(files.filter((file) => far.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('words of the glossary that mean one thing are declared only where that thing is', () => {
    const homes = {
      attempt: /^src\/(ui\/attempt\.ts$|ui\/record\/|areas\/quotes\/list\/)/,
      deed: /^(backend|domain)\/quotes\//,
      desk: /\/desk\/|\/desk\.ts$|quotes-list\.ts$/,
      paper: /\/(stock|persons)\/|^backend\/lib\/ports\/car-papers|^src\/messages\/it\/used-cars/,
      sheet: /\/(quotes|stock|seed)\/|^scripts\/bench/,
      standing: /\/(stock|quotes\/(used|start))|quotes\/car\/used-/,
    };
    const declared = /\b(?:const|function|class|interface|type) (\w+)/g;
    const strays = files.flatMap((file) => {
      const names = [...readFileSync(file, 'utf8').matchAll(declared)].map((match) => match[1]!);
      return Object.entries(homes).flatMap(([word, home]) =>
        names
          .filter((name) => new RegExp(`(?<!spread|work)${word}`, 'i').test(name) && !home.test(file))
          .map((name) => `${file} ${name}`),
      );
    });
    expect(strays).toEqual([]);
  });

  test('a type is named by what it holds, not by that it was given, asked or told', () => {
    const bare = /^(?:export )?(?:interface|type) (?:Given|Asked|Told)\b/m;
    expect(files.filter((file) => bare.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('each kind of record that the audit names has its word in the register of activity', () => {
    const words = readFileSync('backend/preferences/activity-words.ts', 'utf8');
    const kinds = files
      .filter((file) => /^(backend|domain)\//.test(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/(?:entity: |ENTITY = )'([a-z_0-9]+)'/g)])
      .map((match) => match[1]!);
    expect(new Set(kinds).size).toBeGreaterThan(60);
    expect([...new Set(kinds)].filter((kind) => !new RegExp(`^  ${kind}: \\[`, 'm').test(words))).toEqual([]);
  });

  test('the glossary goes by area and by letter, and says once what a word means', () => {
    const areas = execSync('git ls-files -- domain backend src/areas', { encoding: 'utf8' }).match(
      /(?<=^(?:domain|backend|src\/areas)\/)[a-z]+(?=\/)/gm,
    )!;
    const [, ...parts] = readFileSync('docs/glossary.md', 'utf8').split(/^## /m);
    const headings = parts.map((part) => part.split('\n', 1)[0]!);
    expect(headings.filter((one) => one !== 'ground' && !areas.includes(one))).toEqual([]);
    expect(headings.slice(0, -1)).toEqual(headings.slice(0, -1).toSorted());
    const rows = parts.map((part) =>
      [...part.matchAll(/^\| (?!Code |-)(.*) \|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim())),
    );
    for (const cells of rows.flat()) expect(cells, cells[0]).toEqual(Array(3).fill(expect.stringMatching(/./)));
    for (const part of rows.map((all) => all.map(([word]) => word!.toLowerCase().replaceAll(/[^a-z0-9 ]/g, ''))))
      expect(part).toEqual(part.toSorted());
    const words = rows.flat().map(([word]) => word);
    expect(words.length).toBeGreaterThan(200);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  test('comments name rules that are written down, and no page outside of the tree', () => {
    const texts = execSync('git ls-files -- src gateway domain backend server scripts tests docs', { encoding: 'utf8' })
      .split('\n')
      .filter((file) => /\.(ts|tsx|astro|mjs|md|typ)$/.test(file) && file !== 'tests/architecture.test.ts')
      .map((file) => [file, readFileSync(file, 'utf8')] as const);
    const rules = new Set<string>();
    let section = '';
    for (const line of readFileSync('docs/rules.md', 'utf8').split('\n')) {
      section = /^## §(\d+) /.exec(line)?.[1] ?? section;
      rules.add(`§${section}`).add(`§${section}, ${/^(\d+)\. /.exec(line)?.[1] ?? ''}`);
    }
    const named = texts.flatMap(([file, text]) =>
      [...text.matchAll(/rules\.md (§\d+(?:, \d+)?)(?!\d)/g)].map(([, rule]) => `${file} ${rule}`),
    );
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter((one) => !rules.has(one.slice(one.indexOf('§'))))).toEqual([]);
    const outside = /\b(domain|screens|reliability|ux|architecture)\.md\b/;
    expect(texts.flatMap(([file, text]) => (outside.test(text) ? [file] : []))).toEqual([]);
  });

  test('no literal is spread to keep lines short', () => {
    expect(files.filter((file) => /\.\.\.\{/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('each class of the kit has one home, and print.css beside it', () => {
    const homes = new Map<string, Set<string>>();
    // An Astro component's own styles reach nothing outside of it.
    for (const file of files.filter((one) => one.endsWith('.css') && one !== 'src/styles/print.css'))
      for (const name of styledAlone(readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '')))
        homes.set(name, (homes.get(name) ?? new Set()).add(file));
    const kit = [...homes].filter(([, own]) => [...own].some((file) => /^src\/(ui|shell|styles)\//.test(file)));
    expect(kit.length).toBeGreaterThan(100);
    expect(kit.flatMap(([name, own]) => (own.size > 1 ? [`${name}: ${[...own].join(', ')}`] : []))).toEqual([]);
  });

  test('the build is plain: no plugin changes code, and chunks are split by package or folder', async () => {
    const { default: config } = (await import('../astro.config.mjs')) as { default: AstroUserConfig };
    /** Plugins that may change code, with the share of a paint that each earns and its decision. */
    const allowed: Record<string, { percent: number; decision: string }> = {};
    const hooks = ['transform', 'load', 'renderChunk', 'generateBundle'] as const;
    const bundlers = Object.values(config.vite?.environments ?? {}).map(({ build }) => build?.rolldownOptions?.plugins);
    const plugins = [config.vite?.plugins, ...bundlers].flat(4).filter((plugin) => plugin !== undefined);
    const changing = plugins.flatMap((plugin) => {
      const { name, ...hooked } = plugin as { name: string } & Partial<Record<(typeof hooks)[number], unknown>>;
      return hooks.some((hook) => hooked[hook]) ? [name] : [];
    });
    expect(changing.filter((name) => !((allowed[name]?.percent ?? 0) > 5))).toEqual([]);
    expect(config.integrations?.flat().map((one) => one && one.name)).toEqual(['@astrojs/react']);

    const areas = new Set(files.flatMap((file) => area(file, '(?:src/areas|domain)') ?? []));
    // What all records stand on is no area.
    areas.delete('record');
    const rules = Object.values(config.vite?.environments ?? {}).flatMap(({ build }) => {
      const { codeSplitting } = [build?.rolldownOptions?.output ?? {}].flat()[0]!;
      return typeof codeSplitting === 'object' ? (codeSplitting.groups ?? []) : [];
    });
    expect(areas.size).toBeGreaterThan(10);
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.length).toBeLessThanOrEqual(9);
    const words = rules.flatMap(({ name, test }) => `${String(name)} ${String(test)}`.match(/[\w-]+/g) ?? []);
    expect(words.filter((word) => areas.has(word))).toEqual([]);
  });

  test('no zod in what islands and shell import by value', () => {
    const values = (file: string) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^import (?!type)([^;]*?)from ['"]#domain\/([^'"]*(?:schema|endpoint|endpoints|timeline)\.ts)['"]/gm,
        ),
      ].filter((match) =>
        match[1]!
          .replace(/[{}\s]/g, '')
          .split(',')
          .some((name) => name && !name.startsWith('type')),
      );
    const browser = files.filter((file) =>
      /^src\/(areas|parts|shell|ui|stores|lib)\/.*(?<!\.server)\.tsx?$/.test(file),
    );
    expect(browser.flatMap((file) => values(file).map((match) => `${file} → ${match[2]}`))).toEqual([]);
  });

  test('a part that loads later is drawn by OnDemand, or something else stands there meanwhile', () => {
    const bare = files.filter((file) => readFileSync(file, 'utf8').includes('<Suspense>'));
    expect(bare).toEqual([]);
  });

  /** Tables that fit any width: rows of a list, which scrolls as a whole, or columns of a fixed share. */
  const FITTING = [
    'src/areas/calendars/Month.tsx',
    'src/areas/files/FileTable.tsx',
    'src/areas/files/NetworkPage.tsx',
    'src/ui/list/head/SumTable.tsx',
    'src/ui/list/table/ListTable.tsx',
  ];
  test('a table stands in a TableWrap, so that it scrolls by keyboard and has a name', () => {
    const times = (file: string, text: RegExp) => readFileSync(file, 'utf8').match(text)?.length ?? 0;
    const shown = files.filter((file) => /^src\/.*\.(tsx|astro)$/.test(file));
    const bare = shown.filter((file) => times(file, /<table\b/g) > times(file, /<TableWrap\b/g));
    expect(bare).toEqual(FITTING);
  });

  test('functions stay readable: none over 100 lines', () => {
    const code = files.filter((file) => /\.tsx?$/.test(file));
    expect(code.flatMap((file) => longFunctions(file, 100))).toEqual([]);
  });

  test('files stay readable: none over 400 lines, pages at most 40 beside their imports, median at most 61', () => {
    const lines = new Map(files.map((file) => [file, readFileSync(file, 'utf8').split('\n').length - 1]));
    const code = [...lines].filter(([file]) => /\.(ts|tsx|astro|mjs)$/.test(file));
    expect([...lines].filter(([, count]) => count > 400)).toEqual([]);
    const beside = (file: string) => readFileSync(file, 'utf8').split('\n').length - importsOf(file).length;
    expect(code.filter(([file]) => file.startsWith('src/pages/') && beside(file) > 41)).toEqual([]);
    const sorted = code.map(([, count]) => count).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(61);
  });
});
