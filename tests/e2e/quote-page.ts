import { randomUUID } from 'node:crypto';
import type { APIResponse, BrowserContext, Page } from 'playwright';
import type { PriceSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import { serverUrl } from '#tests/support/server.ts';

/** The builder of the version of the worked example: Lumera Rea 1.5 HEV 101 CV Comfort. */
export const EXAMPLE = '/quotation/new/1/2/8';

/** A section of the builder by its heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Waits until the scripts of the page have started, and all its islands answer with all their parts. */
export const alive = (page: Page): Promise<void> =>
  page.locator('#scripts, astro-island[ssr], [data-asleep]').first().waitFor({ state: 'detached' });

export async function openAlive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** The total column as it stands: label and amount of each row. */
export const totalRows = (page: Page): Promise<[string, string][]> =>
  page
    .getByRole('complementary', { name: 'Totale del preventivo' })
    .locator('.total-body > dl > div:not(:has(dd:empty))')
    .evaluateAll((rows) =>
      rows.map((row): [string, string] => [
        row.querySelector('dt')!.textContent.replaceAll('\u00a0', ' '),
        row.querySelector('dd')!.textContent.replaceAll('\u00a0', ' '),
      ]),
    );

/** The amount of one row of the total column; nothing when there is no such row. */
export const totalOf = async (page: Page, label: string): Promise<string | undefined> =>
  (await totalRows(page)).find(([name]) => name === label)?.[1];

async function answerOf<T>(response: APIResponse): Promise<T> {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Calls from outside the page, as another tab or another person would make them. */
export const read = async <T>({ request }: BrowserContext, path: string): Promise<T> =>
  answerOf<T>(await request.get(`${serverUrl()}/api${path}`));

/** Saves a draft for a version as another page would; `patch` is what differs from the version as it stands. */
export async function saveDraft(
  context: BrowserContext,
  versionId: number,
  patch: Partial<QuoteDraft> = {},
): Promise<Quote> {
  const sheet = await read<PriceSheet>(context, `/quotes/sheets/${versionId}`);
  return answerOf(
    await context.request.post(`${serverUrl()}/api/quotes`, {
      headers: { origin: serverUrl(), 'idempotency-key': randomUUID() },
      data: { ...emptyDraft(sheet, 'MI'), ...patch },
    }),
  );
}

/** Saves over a quote as somebody else's page would. */
export async function saveOver(
  { request }: BrowserContext,
  { id, version, draft }: Quote,
  patch: Partial<QuoteDraft>,
): Promise<Quote> {
  const headers = { origin: serverUrl(), 'if-match': `"v${version}"` };
  return answerOf(await request.put(`${serverUrl()}/api/quotes/${id}`, { headers, data: { ...draft, ...patch } }));
}
