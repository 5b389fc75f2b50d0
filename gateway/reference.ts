import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { z } from 'zod';
import { type Endpoint, split } from '#domain/endpoint.ts';
import { endpoints } from '#domain/endpoints.ts';
import { statusOf } from '#domain/errors.ts';
import { privilegeTitles } from '#domain/privilege-titles.ts';
import { privileges, type PrivilegeName } from '#domain/privileges.ts';
import { areaOf, errorsOf, schemaOf } from './openapi.ts';

const css = `
:root { color-scheme: light dark; --line: light-dark(#dfe3ea, #2c323c); --soft: light-dark(#5b6472, #9aa4b2);
  --back: light-dark(#f6f7f9, #12151a); --card: light-dark(#fff, #191d24); --accent: light-dark(#0b57c2, #7db0ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: light-dark(#1a2029, #e6e9ee); font: 14px/1.45 system-ui, 'Segoe UI', sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 24px 16px 64px; display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 24px; }
header { grid-column: 1 / -1; } h1 { margin: 0 0 4px; font-size: 22px; } h2 { margin: 24px 0 8px; font-size: 15px; text-transform: capitalize; }
p { margin: 4px 0; color: var(--soft); max-width: 46rem; } a { color: var(--accent); }
nav { position: sticky; top: 16px; align-self: start; display: grid; gap: 2px; } nav a { padding: 4px 8px; border-radius: 6px; text-decoration: none; text-transform: capitalize; }
nav a:hover { background: var(--card); }
details { background: var(--card); border: 1px solid var(--line); border-radius: 6px; margin: 0 0 6px; }
summary { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; padding: 8px 12px; cursor: pointer; }
summary span { color: var(--soft); } details[open] > summary { border-bottom: 1px solid var(--line); }
code, pre { font: 13px/1.45 ui-monospace, Consolas, monospace; } b { min-width: 4.5em; font: 600 12px ui-monospace, Consolas, monospace; color: var(--accent); }
dl { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 6px 12px; margin: 0; padding: 12px; } dt { color: var(--soft); } dd { margin: 0; }
pre { margin: 0; padding: 8px; max-height: 24rem; overflow: auto; border: 1px solid var(--line); border-radius: 6px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 44rem) { main { grid-template-columns: minmax(0, 1fr); } nav { position: static; display: flex; flex-wrap: wrap; } dl { grid-template-columns: 1fr; } }
`;

/** The page's own policy: it allows its one style element and nothing else. */
export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const line = (term: string, text: unknown) =>
  html`<dt>${term}</dt>
    <dd>${text}</dd>`;
const block = (term: string, schema: z.ZodType, io: 'input' | 'output') =>
  line(term, html`<pre tabindex="0">${JSON.stringify(schemaOf(schema, io), null, 2)}</pre>`);

const who = {
  public: 'Anybody, without a session',
  user: 'Any logged-in user',
  dealer: 'Users of a dealer',
  fms: 'Users of the manufacturer’s company',
};

const titles = new Map<number, string>(
  Object.entries(privileges).map(([name, number]) => [number, privilegeTitles[name as PrivilegeName]]),
);

function call(name: string, endpoint: Endpoint) {
  const { method, path } = split(name);
  const { answer, body, query, creates, keyed, versioned, cached } = endpoint;
  const held = endpoint.privileges ?? [];
  const status = !answer ? 204 : creates ? 201 : 200;
  return html`<details>
    <summary><b>${method}</b><code>${path}</code><span>${endpoint.summary}</span></summary>
    <dl>
      ${line('Who', who[endpoint.audience] + (endpoint.peopleOnly ? '; no tokens of other systems' : ''))}
      ${held.length > 0 ? line('One privilege of', held.map((number) => `${number} ${titles.get(number)}`).join(' · ')) : ''}
      ${versioned ? line('If-Match', 'The record’s ETag, for example "v7"') : ''}
      ${keyed ? line('Idempotency-Key', 'Repeating a key answers the first result again') : ''}
      ${cached ? line('If-None-Match', 'The hash that the caller has, as ETag; 304 when it still holds') : ''}
      ${query ? block('Query', query, 'input') : ''} ${body ? block('Body', body, 'input') : ''}
      ${typeof answer === 'object' ? block(`Answer ${status}`, answer, 'output') : line(`Answer ${status}`, answer ? 'A file' : 'Nothing')}
      ${line(
        'Errors',
        errorsOf(endpoint, path)
          .map((code) => `${statusOf[code]} ${code}`)
          .join(' · '),
      )}
    </dl>
  </details>`;
}

/**
 * The API reference as one page without script: `details` elements open its calls, and the browser's own search finds
 * them.
 */
export function reference() {
  const rows = Object.entries(endpoints) as [string, Endpoint][];
  const areas = Object.entries(Object.groupBy(rows, ([name]) => areaOf(split(name).path)));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API · Volante</title>
        ${raw(`<style>${css}</style>`)}
      </head>
      <body>
        <main>
          <header>
            <h1>Volante API</h1>
            <p>
              Log in with <code>POST /auth/login</code> and the header <code>X-Session: bearer</code>; send the token as
              <code>Authorization: Bearer</code>. Money is integer cents, days are <code>YYYY-MM-DD</code> in Rome,
              instants ISO 8601. Errors carry a code, an Italian message and the request id. The same as
              <a href="openapi.json">OpenAPI 3.1</a>.
            </p>
          </header>
          <nav aria-label="Areas">${areas.map(([area]) => html`<a href="#${area}">${area}</a>`)}</nav>
          <div>
            ${areas.map(
              ([area, calls = []]) =>
                html`<h2 id="${area}">${area}</h2>
                  ${calls.map(([name, endpoint]) => call(name, endpoint))}`,
            )}
          </div>
        </main>
      </body>
    </html>`;
}
