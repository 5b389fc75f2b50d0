/** The calls of the layouts of each kind, by its word. */
import type { Layout, LayoutTrial } from '#domain/layouts/schema.ts';
import { layoutKinds, type LayoutBlock, type LayoutKind } from '#domain/layouts/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { PageForm } from '#domain/signatures/terms.ts';
import { apiPath, call } from '#site/lib/call.ts';

interface Edition {
  layoutId: number;
  edition: number;
}

/** The record on which a version of the draft is tried, and how its pages are looked at. */
interface Tried {
  record: number;
  draft: number;
  form: PageForm;
}

interface LayoutCalls {
  save(version: number, blocks: readonly LayoutBlock[]): Promise<Layout>;
  publish(version: number): Promise<Layout>;
  adopt(version: number, edition: Edition): Promise<Layout>;
  copy(version: number, edition: Edition): Promise<Layout>;
  version(number: number): Promise<{ blocks: LayoutBlock[] }>;
  changing(signal: AbortSignal): Promise<{ records: number }>;
  trial(asked: Tried, signal: AbortSignal): Promise<LayoutTrial>;
  page(asked: Tried, page: number): string;
}

/** The calls of all kinds take and answer the same. */
const callsOf = (kind: LayoutKind): LayoutCalls => {
  const path = `/layouts/${kind}` as '/layouts/contracts';
  return {
    save: (version, blocks) => call(`PUT ${path}`, { version, body: { blocks: [...blocks] } }),
    publish: (version) => call(`POST ${path}/publish`, { version }),
    adopt: (version, body) => call(`POST ${path}/adopt`, { version, body }),
    copy: (version, body) => call(`POST ${path}/copy`, { version, body }),
    version: (number) => call(`GET ${path}/versions`, { query: { number } }),
    changing: (signal) => call(`GET ${path}/changing`, { signal }),
    trial: (query, signal) => call(`GET ${path}/trial`, { query, signal }),
    page: (asked, page) => apiPath(`GET ${path}/preview`, { query: { ...asked, page } }),
  };
};

export const layoutCalls = Object.fromEntries(keysOf(layoutKinds).map((kind) => [kind, callsOf(kind)])) as Readonly<
  Record<LayoutKind, LayoutCalls>
>;
