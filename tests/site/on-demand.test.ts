import { createElement, lazy } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OnDemand } from '#site/ui/OnDemand.tsx';

test('a part that is wanted from the start comes with the browser: the server sends no script for it', async () => {
  const Late = lazy(async () => {
    await new Promise((done) => setTimeout(done));
    return { default: () => createElement('p', null, 'arriva dopo') };
  });
  const page = createElement('main', null, createElement(OnDemand, null, createElement(Late)));
  const html = await new Response(await renderToReadableStream(page)).text();
  expect(html).toBe('<main></main>');
});
