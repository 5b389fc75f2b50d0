import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PREFETCH } from './src/shell/prefetch.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
/** A new build is a new version for the update banner, also when the number of the release stays. */
const build = `${version}+${Math.floor(Date.now() / 1000).toString(36)}`;

/** Styles: one file for each area, one for all the rest, which the next page has already. */
const styles = {
  name: (/** @type {string} */ id) =>
    /\.css$|lang\.css/.test(id) ? (/\/src\/areas\/(\w+)/.exec(id)?.[1] ?? 'site') : null,
};

/** Scripts that several pages share, by package or folder, in few files; the rest the bundler splits as pages and islands import it. */
const scripts = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|@astrojs\/react\/dist\// },
  { name: 'base', test: /\/src\/(shell|lib|stores)\/|node_modules\/nanostores\//, minShareCount: 2 },
  { name: 'domain', test: /^.*\/domain\//, minShareCount: 4 },
  { name: 'ui', test: /\/src\/ui\/[^/]+$/, minShareCount: 6 },
  { name: (/** @type {string} */ id) => /\/src\/ui\/(\w+)\//.exec(id)?.[1] ?? null, minShareCount: 4 },
];

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
    build: { assetsInlineLimit: 0 },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: scripts } } } } },
      ssr: { build: { rolldownOptions: { output: { codeSplitting: { groups: [styles] } } } } },
    },
    define: { __VERSION__: JSON.stringify(build) },
  },
});
