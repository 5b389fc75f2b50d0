/** The calls of the layouts of each kind, by its word. */
import type { Layout, LayoutTrial } from '#domain/layouts/schema.ts';
import type { LayoutBlock, LayoutKind } from '#domain/layouts/terms.ts';
import { apiPath, call } from '#site/lib/call.ts';

interface LayoutCalls {
  save(version: number, blocks: readonly LayoutBlock[]): Promise<Layout>;
  publish(version: number): Promise<Layout>;
  version(number: number): Promise<{ blocks: LayoutBlock[] }>;
  trial(record: number, draft: number, signal: AbortSignal): Promise<LayoutTrial>;
  page(record: number, page: number, draft: number): string;
}

const body = (blocks: readonly LayoutBlock[]) => ({ blocks: [...blocks] });

export const layoutCalls: Readonly<Record<LayoutKind, LayoutCalls>> = {
  contracts: {
    save: (version, blocks) => call('PUT /layouts/contracts', { version, body: body(blocks) }),
    publish: (version) => call('POST /layouts/contracts/publish', { version }),
    version: (number) => call('GET /layouts/contracts/versions', { query: { number } }),
    trial: (record, draft, signal) => call('GET /layouts/contracts/trial', { query: { record, draft }, signal }),
    page: (record, page, draft) => apiPath('GET /layouts/contracts/preview', { query: { record, page, draft } }),
  },
  quotes: {
    save: (version, blocks) => call('PUT /layouts/quotes', { version, body: body(blocks) }),
    publish: (version) => call('POST /layouts/quotes/publish', { version }),
    version: (number) => call('GET /layouts/quotes/versions', { query: { number } }),
    trial: (record, draft, signal) => call('GET /layouts/quotes/trial', { query: { record, draft }, signal }),
    page: (record, page, draft) => apiPath('GET /layouts/quotes/preview', { query: { record, page, draft } }),
  },
  stocks: {
    save: (version, blocks) => call('PUT /layouts/stocks', { version, body: body(blocks) }),
    publish: (version) => call('POST /layouts/stocks/publish', { version }),
    version: (number) => call('GET /layouts/stocks/versions', { query: { number } }),
    trial: (record, draft, signal) => call('GET /layouts/stocks/trial', { query: { record, draft }, signal }),
    page: (record, page, draft) => apiPath('GET /layouts/stocks/preview', { query: { record, page, draft } }),
  },
};
