import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PREFETCH } from './src/shell/prefetch.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
/** A new build is a new version for the update banner, also when the number of the release stays. */
const build = `${version}+${Math.floor(Date.now() / 1000).toString(36)}`;

/** Styles: one file for each area, one for all the rest. A page asks for two at most, and the next page has the common one already. */
const styles = {
  name: (/** @type {string} */ id) =>
    /\.css$|lang\.css/.test(id) ? (/src\/areas\/(\w+)/.exec(id)?.[1] ?? 'site') : null,
};
/**
 * A file of what is shared, by who loads it together; groups smaller than `least` bytes join a neighbour.
 *
 * @param {string} name
 * @param {RegExp} test
 * @param {number} least
 */
const shared = (name, test, least) => ({
  name: `shared-${name}`,
  test,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: least,
  tags: /** @type {['$initial']} */ (['$initial']),
});

/**
 * Scripts, in few files: what nearly every page needs, React with what every widget shows, what is
 * typed into, what widgets of one screen share. What is loaded only when it is wanted stays on its own.
 */
const scripts = [
  {
    name: 'base',
    test: /src\/(lib\/(call|forms|intl|native-form|delayed)\.|stores\/(persisted|quotes|company)|ui\/toast\.ts|shell\/(chunks|loading|reveal|every)|messages\/it\/(shell-live|auth-live|kit))|domain\/(fields|field-text|money|privileges|(quotes|insurances)\/terms)\.ts|preload-helper|nanostores\/atom/,
    minShareCount: 2,
  },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\/|src\/ui\/(Field|Bits|ErrorBoundary|Icon|useDebounced|record\/useHead)\./,
  },
  {
    name: 'fields',
    test: /src\/(ui\/(?!toaster|ImportDialog|ReasonDialog|FileField|later)\w+\.tsx?$|ui\/record\/(Rows|Facts|form|form-of)\.|messages\/it\/(record|controls)\.)/,
    minShareCount: 2,
  },
  // Words and machines that lists read, too: with the builder's they would load all of it.
  {
    name: 'terms',
    test: /domain\/(machine|rights|(catalog|customers|quotes\/b2b)\/(terms|fields))\.ts/,
    minShareCount: 2,
  },
  { name: 'approvals', test: /domain\/quotes\/approval-terms\.ts|messages\/it\/approvals\.ts/, minShareCount: 2 },
  // Rules in files of their own, which ask nothing of the site: two files that wait for each other start with undefined.
  // What quotes, used cars and their pages share: without it a list of cars would load the builder.
  shared('stock', /domain\/(stock\/|plates)/, 5000),
  shared('states', /domain\/quotes\/(rules|rights)\.ts/, 30_000),
  // What lists of records and the pages of theirs say alike.
  {
    name: 'records',
    test: /domain\/(offered|role-names|priced-fields)\.ts|src\/ui\/list\/(priced|calls|archiving)\.ts|messages\/it\/priced\.ts/,
    minShareCount: 2,
  },
  { name: 'offers', test: /domain\/(financials|insurances)\/(?!fields|terms|pasted)|parts\/figures/, minShareCount: 2 },
  {
    name: 'form',
    test: /src\/ui\/(list\/(RecordSheet|useRecordForm)|record\/(RecordForm|Form\w+|Part|Ticks|Sheet))\.tsx/,
    minShareCount: 2,
  },
  // What large records stand on.
  {
    name: 'record',
    test: /src\/ui\/record\/|nanostores/,
    minShareCount: 2,
    tags: /** @type {['$initial']} */ (['$initial']),
  },
  { name: 'vehicles', test: /parts\/vehicles\/|domain\/catalog\/shapes/, minShareCount: 2 },
  {
    name: 'quotes',
    test: /(areas\/quotes\/builder|domain\/quotes)\/(?!setting-fields|caps|b2b|mail-texts)|parts\/customers\/CustomerPicker|messages\/it\/quotes\.ts/,
    minShareCount: 2,
    tags: /** @type {['$initial']} */ (['$initial']),
  },
  { name: 'list', test: /src\/ui\/list\/(?!Grid|grid)|messages\/it\/lists/, minShareCount: 2, tags: ['$initial'] },
];

/**
 * Astro hashes every script of a page anew for each request, each time in another thread: a tenth of a page's time. They are the same
 * few for the life of a build.
 */
const digestOnce = {
  name: 'digest-once',
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (!id.endsWith('astro/dist/core/encryption.js')) return;
    const made = 'async function generateCspDigest(';
    if (!code.includes(made)) throw new Error('digest-once: Astro has another generateCspDigest');
    return code.replace(
      made,
      `const digests = new Map();
      const generateCspDigest = (data, algorithm) => {
        const key = algorithm + data;
        if (!digests.has(key)) digests.set(key, freshCspDigest(data, algorithm));
        return digests.get(key);
      };
      async function freshCspDigest(`,
    );
  },
};

/**
 * Vite's own helper of parts that load later looks for their styles, which stand in the page's sheets here, and preloads what they
 * import, which the page mostly has: with the lists of names a kilobyte on every page. What reload.server.ts hears stays.
 */
const plainImports = {
  name: 'plain-imports',
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (id !== '\0vite/preload-helper.js') return;
    if (!code.includes('vite:preloadError')) throw new Error('plain-imports: Vite has another preload helper');
    return `export const __vitePreload = (load) => load().catch((cause) => {
      const event = new Event('vite:preloadError', { cancelable: true });
      if (dispatchEvent(event)) throw cause;
    });`;
  },
};

/** The bundler names a shared file by all who use it. */
const chunkFileNames = (/** @type {{ name: string }} */ { name }) =>
  `_astro/${name.replace(/^(shared-[a-z]+).*/, '$1')}.[hash].js`;

export default defineConfig({
  output: 'server',
  // Its own static files would ask the disk at every page; server/assets.ts has them in memory.
  adapter: node({ mode: 'middleware' }),
  integrations: [react()],
  trailingSlash: 'never',
  compressHTML: true,
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  // The forms that pages take without script go through the gateway, whose guard knows the public origin behind proxies.
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
  // Inline styles and data: scripts would break the policy above.
  build: { inlineStylesheets: 'never' },
  vite: {
    plugins: [digestOnce, plainImports],
    build: { assetsInlineLimit: 0, modulePreload: false },
    environments: {
      client: { build: { rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups: scripts } } } } },
      ssr: { build: { rolldownOptions: { output: { codeSplitting: { groups: [styles] } } } } },
    },
    define: { __VERSION__: JSON.stringify(build) },
  },
});
