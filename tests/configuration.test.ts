import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { demoUsers } from '#backend/seed/companies.ts';
import { readConfig, settings } from '#config';

const file = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const secret = { SESSION_SECRET: 'x'.repeat(32) };

describe('configuration', () => {
  test('.env.example lists every setting with its meaning and default (vitest -u writes it)', async () => {
    const defaults = readConfig(secret) as Record<string, unknown>;
    const shown = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? ''));
    const blocks = Object.entries(settings).map(([name, schema]) => {
      const value = ['SESSION_SECRET', 'PUBLIC_ORIGIN', 'DEMO'].includes(name) ? '' : shown(defaults[name]);
      return `# ${schema.description}\n# ${name}=${value}\n`;
    });
    const head =
      '# Every setting, with its default. Compose reads this file as .env; `npm start` takes the same names by environment.\n\n';
    await expect(head + blocks.join('\n')).toMatchFileSnapshot('../.env.example');
  });

  test('the table of docs/deploy.md has every setting and no other', () => {
    const named = [...file('docs/deploy.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` +\|/gm)].map((match) => match[1]);
    expect(named.toSorted()).toEqual(Object.keys(settings).toSorted());
  });

  test("the README's table of demo accounts has everybody who can log in, by role", () => {
    const rows = [...file('README.md').matchAll(/^\| (\S+@\S+) +\| (.*?) *\|$/gm)].map(([, email, text]) => ({
      email,
      text,
    }));
    expect(rows.map(({ email }) => email).toSorted()).toEqual(demoUsers.map(([, , email]) => email).toSorted());
    for (const [, , email, role] of demoUsers) expect(rows.find((row) => row.email === email)!.text).toContain(role);
  });

  test('compose sets only what exists', () => {
    const app = /\n {2}app1:[\s\S]*?\n {4}environment:\n((?: {6}.*\n)+)/.exec(file('docker-compose.yml'))?.[1] ?? '';
    const names = [...app.matchAll(/^ {6}([A-Z0-9_]+):/gm)].map((match) => match[1]!);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(name in settings))).toEqual([]);
  });

  test('docs/deploy.md names everything that compose cannot start without', () => {
    const wanted = [...file('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map((match) => match[1]!);
    expect(wanted).toContain('JOBS_PASSWORD');
    expect(wanted.filter((name) => !file('docs/deploy.md').includes(`\`${name}\``))).toEqual([]);
  });

  test('in compose the migration alone holds the owner of the database', () => {
    const [, ...services] = file('docker-compose.yml').split(/\n {2}(?=[a-z0-9]+:\n)/);
    const holding = services.filter((service) => /^ {6}DATABASE_URL:/m.test(service)).map((one) => one.split(':')[0]);
    expect(holding).toEqual(['migrate']);
  });

  test('in compose database and store stand on a network that nothing outside reaches, and no 503 takes a replica out', () => {
    const compose = file('docker-compose.yml');
    for (const name of ['db', 's3', 'bucket'])
      expect(new RegExp(`\\n {2}${name}:\\n[\\s\\S]*?\\n {4}networks: (.*)`).exec(compose)?.[1], name).toBe('[data]');
    expect(compose).toMatch(/\n {2}data:\n {4}internal: true\n/);
    expect(compose).not.toContain('unhealthy_status');
  });

  test('in compose the proxy asks every replica whether it is ready: by name, as it asks none that it looks up', () => {
    const compose = file('docker-compose.yml');
    const replicas = [...compose.matchAll(/^ {2}(app\d+):/gm)].map((match) => match[1]!);
    expect(replicas.length).toBeGreaterThan(1);
    const proxy = /reverse_proxy (.*) \{\n([\s\S]*?)\n {8}\}/.exec(compose)!;
    expect(proxy[1]).toBe(replicas.map((name) => `${name}:4321`).join(' '));
    expect(proxy[2]).toMatch(/health_uri \/readyz\n/);
    expect(compose).not.toMatch(/dynamic a |replicas:/);
    const waited = /\n {2}proxy:[\s\S]*?depends_on:\n((?: {6}.*\n)+)/.exec(compose)![1]!;
    for (const name of replicas) expect(waited).toContain(`${name}: { condition: service_healthy }`);
  });

  test('the demo world is made by itself only where nobody else can reach it', () => {
    const demo = (env: Record<string, string>) => readConfig({ ...secret, ...env }).DEMO;
    expect(demo({})).toBe(true);
    expect(demo({ HOST: '::1', PUBLIC_ORIGIN: 'http://127.0.0.1:8080' })).toBe(true);
    expect(demo({ HOST: '0.0.0.0' })).toBe(false);
    expect(demo({ HOST: '127.0.0.1.evil.example' })).toBe(false);
    expect(demo({ PUBLIC_ORIGIN: 'https://volante.example.it' })).toBe(false);
    expect(demo({ HOST: '0.0.0.0', DEMO: 'on' })).toBe(true);
    expect(demo({ DEMO: 'off' })).toBe(false);
  });

  test('every wrong setting is named at once; empty ones count as absent', () => {
    expect(() => readConfig({ ...secret, PORT: '99999', LOG_LEVEL: 'loud', DEMO: 'yes' })).toThrow(
      /PORT[\s\S]*DEMO[\s\S]*LOG_LEVEL/,
    );
    expect(() => readConfig({ SESSION_SECRET: 'short' })).toThrow(/SESSION_SECRET/);
    const { PORT, DATABASE_URL } = readConfig({ ...secret, PORT: '', DATABASE_URL: '' });
    expect([PORT, DATABASE_URL]).toEqual([4321, undefined]);
  });
});
