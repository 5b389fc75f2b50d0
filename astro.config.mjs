import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PREFETCH } from './src/shell/prefetch.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
/** Every build is a new version for the update banner, even if the release number stays. */
const build = `${version}+${Math.floor(Date.now() / 1000).toString(36)}`;

/**
 * One style sheet for each area, one for lists, one for records and their parts, one for what areas show on the
 * dashboard, and one for everything else, which the browser has in its cache on the next page.
 */
const styles = {
  name: (/** @type {string} */ id) => {
    if (!/\.css$|lang\.css/.test(id)) return null;
    if (/\/src\/areas\/\w+\/desk\//.test(id)) return 'desk';
    const [, top, folder] = /\/src\/(areas|ui)\/(\w+)\//.exec(id) ?? [];
    return top === 'ui' && folder !== 'list' ? 'record' : (folder ?? 'site');
  },
};

/** What most pages load, by package or folder. */
const everywhere = {
  react: /node_modules\/(react|react-dom|scheduler)\/|@astrojs\/react\/dist\//,
  // But for what only pages of figures load.
  base: /\/src\/(shell\/|lib\/(?!asked)|stores\/)|node_modules\/nanostores\//,
};

/** What few pages need together: short as it is, it costs less than a request each. */
const together = {
  // How a car is put together and financed, where it is priced.
  sheet:
    /\/domain\/(.*\/)?(emissions|sheet\/(lines|options|financing)|financials\/(future-value|offers|credit|loan|amortisation|second-step))\.ts/,
  price: /\/domain\/(.*\/)?(premium|ipt|agencies\/terms)\.ts/,
  // How plates are judged, where cars are valued.
  plates: /\/domain\/(.*\/)?(plates|plausible|exclusive)\.ts/,
};

/** The words of quotes with those of discounts, which the bell of every page may ask for. */
const discounts = /\/(messages\/it\/quotes|domain\/quotes\/approvals\/terms)\.ts$/;

/**
 * Scripts that several pages share are grouped by package or folder into few files. The bundler splits the others by
 * the imports of pages and islands. What few pages share stays out of a group, and so does a long description of the
 * domain: every page that needs anything of a group loads all of it, and what the group's files import beside it.
 */
const scripts = [
  {
    name: (/** @type {string} */ id) => Object.entries(everywhere).find(([, test]) => test.test(id))?.[0] ?? null,
    minShareCount: 2,
  },
  // Before the domain, which would draw them in.
  {
    name: (/** @type {string} */ id) => Object.entries(together).find(([, test]) => test.test(id))?.[0] ?? null,
    minShareCount: 2,
  },
  {
    name: 'domain',
    test: /^.*\/domain\/(?!countries|plates|emails|phone-parts|.*\/(bodies|comment-terms|event-terms|price-fields|place-fields|new-terms|several|plausible|exclusive|ipt|future-value|premium|emissions)|.*campaigns\/terms|\w+s\/[\w-]*fields|.*foreign-codes)/,
    minShareCount: 5,
    maxModuleSize: 7000,
  },
  { name: 'discounts', test: (/** @type {string} */ id) => discounts.test(id), minShareCount: 2 },
  { name: 'ui', test: /\/src\/(ui\/[^/]+|parts\/.+)$/, minShareCount: 5 },
  // Before the lists: what those share with the pages of records would draw the records into their group.
  { name: 'record', test: /\/src\/ui\/record\//, minShareCount: 4 },
  {
    // What opens a record from its list would draw the records into the lists.
    name: (/** @type {string} */ id) => /(?<=\/src\/ui\/)\w+(?=\/(?!record\/))/.exec(id)?.[0] ?? null,
    minShareCount: 5,
  },
  // What becomes of a quote, which its page and the builders share.
  { name: 'issued', test: /\/(issued|Letters)\.tsx?$/, minShareCount: 2 },
];

/**
 * The server runs its sources as they are (decision 004), once for pages, calls and jobs: a second copy within the build
 * would take as much memory again.
 */
const sources = {
  name: 'sources',
  apply: /** @type {const} */ ('build'),
  enforce: /** @type {const} */ ('pre'),
  applyToEnvironment: (/** @type {{ name: string }} */ { name }) => name === 'ssr',
  resolveId: {
    filter: { id: /^#(backend|gateway|domain)\/|^#config$/ },
    handler: (/** @type {string} */ id) => ({ id, external: true }),
  },
};

export default defineConfig({
  output: 'server',
  // Astro's own static files would read the disk at every page; server/assets.ts keeps them in memory.
  adapter: node({ mode: 'middleware' }),
  integrations: [react()],
  trailingSlash: 'never',
  compressHTML: true,
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  // Forms that pages send without scripts pass the gateway, which checks their origin and knows the public origin
  // behind proxies.
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ],
      scriptDirective: { hashes: [`sha256-${createHash('sha256').update(PREFETCH).digest('base64')}`] },
      styleDirective: { resources: ["'self'", { resource: "'unsafe-inline'", kind: 'attribute' }] },
    },
  },
  // The content security policy above refuses inline styles and data: scripts.
  build: { inlineStylesheets: 'never' },
  vite: {
    plugins: [sources],
    build: { assetsInlineLimit: 0 },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: scripts } } } } },
      ssr: { build: { rolldownOptions: { output: { codeSplitting: { groups: [styles] } } } } },
    },
    define: { __VERSION__: JSON.stringify(build) },
  },
});
