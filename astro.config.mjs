import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { wordsInPlace } from './server/words.ts';
import { PREFETCH } from './src/shell/prefetch.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
/** A new build is a new version for the update banner, also when the number of the release stays. */
const build = `${version}+${Math.floor(Date.now() / 1000).toString(36)}`;

/**
 * Styles: one file for each area, one for all the rest. A page asks for two at most, and the next page has the common one already. What
 * other areas say of a customer stands on the customer's page.
 */
const styles = {
  name: (/** @type {string} */ id) =>
    /\.css$|lang\.css/.test(id)
      ? (/src\/areas\/(\w+)/.exec(id)?.[1] ?? 'site').replace(/^(persons|privacy)$/, 'customers')
      : null,
};
/**
 * A file of what several scripts share, with all that it imports itself and no group before it has.
 *
 * @param {string} name
 * @param {RegExp} test
 * @param {boolean} [initial] Only what a page loads at once.
 */
const group = (name, test, initial = false) => ({
  name,
  test,
  minShareCount: 2,
  ...(initial && { tags: /** @type {['$initial']} */ (['$initial']) }),
});

/**
 * Scripts, in few files: what nearly every page needs, React with what every widget shows, what is
 * typed into, what widgets of one screen share. What is loaded only when it is wanted stays on its own.
 */
const scripts = [
  {
    name: 'base',
    test: /src\/(lib\/(call|forms|intl|delayed)\.|stores\/(persisted|company|quotes)|ui\/toast\.ts|shell\/(chunks|loading|reveal|every))|domain\/(money)\.ts|preload-helper|nanostores\/atom/,
    minShareCount: 2,
  },
  // React with what widgets of most pages stand on.
  {
    name: 'react',
    test: /@astrojs\/react\/dist\/|node_modules\/(react|react-dom|scheduler)\/|src\/ui\/(Field|Bits|ErrorBoundary|useDebounced|choices|record\/Facts)\.|domain\/(fields|field-text|privileges|machine|rights|uploads\/kinds|quotes\/limits|(catalog|customers|quotes|quotes\/b2b)\/terms)\.ts/,
  },
  // Forms of pages without React.
  group('native-form', /lib\/native-form/),
  group(
    'list',
    /src\/ui\/list\/(DataList|ListTable|ListFilters|ListHead|ListViews|ListFoot|state|useList|columns|cells|useGrid|once|usePrinting|keys|Drop|BulkBar|useColumns|load|useWide)\./,
  ),
  group('offered', /domain\/(offered|role-names|insurances\/terms)\.ts/),
  group('records', /domain\/priced-fields\.ts|src\/ui\/list\/(priced|calls|archiving)\.ts/),
  group('record-list', /src\/ui\/list\/(RecordList|useRecord)\./),
  // What is typed into, and parts that wake by themselves.
  group(
    'fields',
    /src\/ui\/(standing|Combobox|MoneyField|DateField|NumberField|Choice|Icon|icon-paths|money|useKeptFocus|record\/(Rows|form))\./,
  ),
  // What opens at a press.
  group('dialog', /src\/ui\/(Dialog|useLeaving|useSubmit)\./),
  group('timeline', /src\/ui\/Timeline\./),
  // Settings by date.
  group('dated', /src\/ui\/record\/Dated(Fields)?\.|domain\/in-force/),
  // What large records stand on.
  group(
    'record',
    /src\/(stores\/recent|parts\/customers\/Reach|ui\/record\/(autosave|record|SaveBadge|problems|useHead|HeadMenu|context|Whom|Section|Index|guard|RecordPage|useLife|LockNotice))\.|nanostores/,
    true,
  ),
  group('form', /src\/ui\/record\/(form-of|Form(Fields|Choice)|Lookup|Part|Ticks)\.tsx?/),
  group('form-parts', /src\/ui\/record\/FormParts\.tsx/),
  group('sheet', /src\/ui\/(list\/(RecordSheet|useRecordForm)|record\/(RecordForm|Sheet))\.tsx/),
  // What a list of an area says like the pages of its records; with the customers' the files that records keep.
  group('customers', /domain\/customers\/fields|src\/ui\/(FileField|record\/Upload)\./),
  // Large islands, with what dialogs of lists and the settings of privacy use of them, too.
  {
    name: 'customer',
    test: /domain\/customers\/(rules|relations)|parts\/customers\/(customer-form|places)|areas\/customers\/record\/(?!Conflict|History|RelationDialog)/,
  },
  {
    name: 'consents',
    test: /areas\/privacy\/(Consents|OwnPage)\.tsx|domain\/privacy\/terms|areas\/(privacy|persons)\/.*\.css/,
  },
  group('vehicles', /parts\/vehicles\/Silhouette|domain\/(plates|quotes\/used\.|stock\/damages)/),
  // Figures of wholesale offers that a car's page and a service's page have, too.
  group('figures', /domain\/(stock\/margin|services\/rules)/),
  group('stock', /(domain|areas)\/stock\/(terms|rights|ageing|bands)/),
  group('new-cars', /(domain|areas)\/stock\/new\/(fields|terms|calls)/),
  group('used-cars', /(domain|areas)\/stock\/(fields|calls)/),
  group('car', /areas\/stock\/(CarHead|papers\/(Papers|papers)\.|Fold|Sale\.)|domain\/stock\/selling/, true),
  // What stands beside a car, once it has to be drawn anew.
  group('beside-car', /areas\/stock\/(papers\/ending|car\/(AgeBar|Cards))|domain\/stock\/paper-kinds/),
  {
    name: 'new-car',
    test: /(domain|areas)\/stock\/new\/(rules|form|store|Beside|Head|Part|NewCarPage)\./,
  },
  {
    name: 'used-car',
    test: /(domain|areas)\/stock\/(rules|regime|car\/(form|store|album|Beside|Head|Part|Photos|Costs|CarPage))\./,
  },
  // What offers of every kind share, and what those to customers do beside it.
  group(
    'quotes',
    /domain\/quotes\/(rules|rights|caps|options|plausible|lines|approval-terms)\.|areas\/quotes\/(Standing|issued\/answering)|ui\/record\/deeds|parts\/customers\/CustomerPicker/,
    true,
  ),
  group('offers', /domain\/(financials|insurances)\/(?!fields|pasted|terms)/),
  group('pricing', /areas\/quotes\/(builder|vehicle)|domain\/quotes\/(?!setting-fields|b2b|mail-texts)/, true),
  // What a quote is once it is issued, whether it was opened as one or has just become one.
  {
    name: 'issued',
    test: /areas\/quotes\/issued\/(?!Differences|JustIssued|Letters|Told)|parts\/figures\/Folded|ui\/record\/DocumentPage/,
  },
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
  // Said here, because Astro sets these itself and passes over what a configuration wants.
  configResolved({ environments }) {
    const { build } = environments.client;
    build.modulePreload = false;
    // An island's own file may hold what others share: else there is an empty one before it.
    build.rolldownOptions.preserveEntrySignatures = 'allow-extension';
  },
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (id !== '\0vite/preload-helper.js') return;
    if (!code.includes('vite:preloadError')) throw new Error('plain-imports: Vite has another preload helper');
    return `export const __vitePreload = (load) => load().catch((cause) => {
      const event = new Event('vite:preloadError', { cancelable: true });
      if (dispatchEvent(event)) throw cause;
    });`;
  },
};

/**
 * React as modules of the language: as it comes, all of it is in the build, used or not, and every file that uses it also loads the
 * bundler's own reader of CommonJS.
 *
 * @type {import('vite').Plugin}
 */
const reactModules = {
  name: 'react-modules',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    // A default import would keep all of React.
    if (id.includes('/ag-grid-react/'))
      return code.replace(/import (React\w*)(?:, (\{[^}]+\}))? from ("react(?:-dom)?");/g, (_, name, some, from) =>
        [`import * as ${name} from ${from};`, some && `import ${some} from ${from};`].join(''),
      );
    if (!/node_modules\/(react|react-dom|scheduler)\//.test(id)) return;
    const inner = /require\('(\.\/cjs\/[\w-]+\.production\.js)'\)/.exec(code)?.[1];
    if (inner) return `export * from '${inner}';`;
    const names = new Set(Array.from(code.matchAll(/^exports\.(\w+) =/gm), ([, name]) => name));
    if (names.size === 0) throw new Error(`react-modules: ${id} exports nothing`);
    return [
      code
        .replace(/^var (?:\s*\w+ = require\("[\w-]+"\)[,;])+/m, (all) =>
          all.replace(/(?:var)?\s*(\w+) = require\("([\w-]+)"\)[,;]/g, "import * as $1 from '$2';"),
        )
        .replace(/^exports\.(\w+) =/gm, 'let $1_ =')
        .replace(/\bexports\.(\w+)/g, '$1_'),
      `export { ${Array.from(names, (name) => `${name}_ as ${name}`).join(', ')} };`,
    ].join('\n');
  },
};

/**
 * No island listens to single keys of a store: half a kilobyte on every large record.
 *
 * @type {import('vite').Plugin}
 */
const wholeStores = {
  name: 'whole-stores',
  transform(code, id) {
    if (!id.endsWith('@nanostores/react/index.js')) return;
    const keyed = /keys\?\.length > 0\s+\? listenKeys\(.*\)\s+: (?=store\.listen\()/;
    if (!keyed.test(code)) throw new Error('whole-stores: useStore is another');
    return code.replace(keyed, '');
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
    plugins: [digestOnce, plainImports, reactModules, wholeStores, wordsInPlace],
    build: { assetsInlineLimit: 0 },
    environments: {
      client: { build: { rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups: scripts } } } } },
      ssr: { build: { rolldownOptions: { output: { codeSplitting: { groups: [styles] } } } } },
    },
    define: { __VERSION__: JSON.stringify(build) },
  },
});
