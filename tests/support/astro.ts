import { getViteConfig } from 'astro/config';
import { createServer } from 'vite';

/** Renders `.astro` files without a build or a browser. Call `close` after the tests. */
export async function openAstro() {
  const config = getViteConfig({
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  const vite = await createServer(await config({ mode: 'test', command: 'serve' }));
  const { experimental_AstroContainer } = await vite.ssrLoadModule('astro/container');
  const container = await experimental_AstroContainer.create();
  return {
    /** The HTML of a component for a request to `path`. */
    async render(
      file: string,
      path: string,
      options: { locals?: object; props?: object; slots?: Record<string, string>; headers?: HeadersInit } = {},
    ): Promise<string> {
      const { default: component } = await vite.ssrLoadModule(file);
      const request = new Request(`http://localhost${path}`, options.headers ? { headers: options.headers } : {});
      return container.renderToString(component, { ...options, request, partial: false });
    },
    /** Loads a module of the site as its components do: virtual modules work, and classes are identical. */
    // oxlint-disable-next-line no-explicit-any -- what a module exports is the test's business
    load: (file: string): Promise<Record<string, any>> => vite.ssrLoadModule(file),
    close: () => vite.close(),
  };
}
