import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Source files as git knows them, new ones included, so that a forgotten file cannot hide from the rules. */
const files = execSync('git ls-files --cached --others --exclude-standard', { encoding: 'utf8' })
  .split('\n')
  .filter((file) =>
    /^(src|gateway|domain|backend|scripts)\/.*\.(ts|tsx|astro|mjs|css)$|^(server|config)\.ts$/.test(file),
  )
  .filter((file) => !/\.gen\.ts$/.test(file));

const alias = { '#domain/': 'domain/', '#gateway/': 'gateway/', '#backend/': 'backend/', '#site/': 'src/' };

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
const sharedBackend = ['lib', 'db'];

/** Why an import is against the arrows of the architecture, or null. */
function forbidden(file: string, target: string): string | null {
  const inside = /^(src|gateway|domain|backend|config\.ts|server\.ts|scripts)(\/|$)/.test(target);
  if (file.startsWith('domain/')) {
    if (target === 'zod') return null;
    return target.startsWith('domain/') ? null : 'domain imports zod and domain only';
  }
  if (!inside) return null;
  if (file.startsWith('gateway/'))
    return /^(domain|gateway|config\.ts)/.test(target) ? null : 'gateway sees domain only';
  if (file.startsWith('backend/')) {
    if (!/^(domain|backend|config\.ts)/.test(target)) return 'backend sees domain only';
    const from = area(file, 'backend');
    const to = area(target, 'backend');
    if (!from || !to || from === to || sharedBackend.includes(to)) return null;
    // The seed makes a whole world, so it may call any area.
    return from === 'db' && file.startsWith('backend/db/seed/') ? null : `backend areas ${from} → ${to}`;
  }
  if (file.startsWith('src/areas/')) {
    if (/^(gateway|backend)/.test(target)) return 'islands reach the gateway by calls';
    const to = area(target.replace('src/areas/', 'areas/'), 'areas');
    const from = area(file.replace('src/areas/', 'areas/'), 'areas');
    return to && to !== from ? `site areas ${from} → ${to}` : null;
  }
  if (/^src\/(ui|stores|lib|shell)\//.test(file) && /^(gateway|backend|src\/(areas|pages))/.test(target))
    return 'shared parts do not look up';
  if (file.startsWith('src/') && target.startsWith('backend/') && file !== 'src/fetch.ts')
    return 'only src/fetch.ts meets the backend';
  return null;
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
    const browser = files.filter((file) => /^src\/(areas|shell|ui|stores|lib)\/.*\.tsx?$/.test(file));
    expect(browser.flatMap((file) => values(file).map((match) => `${file} → ${match[2]}`))).toEqual([]);
  });

  test('files stay readable: none over 300 lines, pages at most 40, median at most 60', () => {
    const lines = new Map(files.map((file) => [file, readFileSync(file, 'utf8').split('\n').length - 1]));
    const code = [...lines].filter(([file]) => /\.(ts|tsx|astro|mjs)$/.test(file));
    expect([...lines].filter(([, count]) => count > 300)).toEqual([]);
    expect(code.filter(([file, count]) => file.startsWith('src/pages/') && count > 40)).toEqual([]);
    const sorted = code.map(([, count]) => count).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(60);
  });
});
