/**
 * `npm run bench -- --builder`: how long a press in the quote builder takes until everything is priced and drawn again, on a slow PC (CPU
 * ÷6), for a quote of 60 options, 3 trade-ins, 3 plans and 4 policies. The target is one frame of the screen.
 */
import { randomUUID } from 'node:crypto';
import { chromium, type Page } from 'playwright';
import type { PriceSheet, Quote } from '../domain/quotes/schema.ts';
import { buildIfNeeded } from '../server/build.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import { startApplication } from '../tests/support/application.ts';
import { aChoice, anInsurance, aTradeIn } from '../tests/support/price-sheet.ts';
import { needChromium } from './chromium.ts';

const CPU = 6;
const PRESSES = 30;
const VERSION = 8;
const OPTIONS = 60;
const FRAME_MS = 1000 / 60;
const DIRECTOR = { email: 'elena.conti@brera.example.it', password: 'Prova-2026-demo' };

/** The sheet with four policies and as many options as the most expensive cars have. */
function enlarged(sheet: PriceSheet): PriceSheet {
  const extras = sheet.options.filter(({ kind }) => kind === 'optional');
  const more = Array.from({ length: OPTIONS - sheet.options.length }, (_, at) => ({
    ...extras[at % extras.length]!,
    id: 900_000 + at,
    code: `Z${at}`,
    standard: false,
  }));
  const insurances = [1, 2, 3, 4].map((id) => anInsurance({ id, code: `P${id}`, name: `Polizza ${id}` }));
  return { ...sheet, options: [...sheet.options, ...more], insurances };
}

/** Milliseconds from each press on an option until it is priced and drawn, and until the next frame. */
const press = (page: Page) =>
  page.evaluate(async (presses) => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('#version .opt input:not(:disabled)')];
    const times: { script: number; frame: number }[] = [];
    for (let at = 0; at < presses; at++) {
      const start = performance.now();
      boxes[at % boxes.length]!.click();
      await Promise.resolve();
      const script = performance.now() - start;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      times.push({ script, frame: performance.now() - start });
      await new Promise((done) => setTimeout(done, 50));
    }
    return times;
  }, PRESSES);

/** Prints median and maximum of the presses. */
export async function benchBuilder(): Promise<void> {
  await buildIfNeeded();
  const { url, stop } = await startApplication();
  const browser = await chromium.launch({
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 } });
    const headers = { origin: url };
    await context.request.post('/api/auth/login', { headers, data: DIRECTOR });
    const sheet = (await (await context.request.get(`/api/quotes/sheets/${VERSION}`)).json()) as PriceSheet;
    const [first, second, third] = sheet.plans;
    const choice = (plan: typeof first, amount: number | null) =>
      aChoice({ planId: plan!.id, months: plan!.terms[0]!.months, amount });
    const data = {
      ...emptyDraft(sheet, 'MI', { deposit: 5_000_00 }),
      tradeIns: ['GX123AB', 'GX124AB', 'GX125AB'].map((plate) => aTradeIn({ plate, valuation: 1_000_00 })),
      financing: choice(first, null),
      alternatives: [choice(second, null), choice(third, null)],
      insurances: [1, 2, 3, 4].map((tariffId) => ({ tariffId, months: 12, insuredValue: null, inPlan: false })),
    };
    const answer = await context.request.post('/api/quotes', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      data,
    });
    const quote = (await answer.json()) as Quote;
    const page = await context.newPage();
    await page.route('**/api/quotes/*/sheet', async (route) => {
      const given = (await (await route.fetch()).json()) as PriceSheet;
      await route.fulfill({ json: { ...enlarged(given), hash: 'large' } });
    });
    await page.route(/\/api\/quotes\/\d+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as Quote), sheetHash: 'large' } });
    });
    await page.goto(quote.href);
    await page.locator('astro-island[ssr], [data-asleep]').first().waitFor({ state: 'detached' });
    // The first save loads the enlarged sheet.
    await page.getByRole('textbox', { name: 'Note per il cliente' }).fill('Misura');
    await page.locator('.opt', { hasText: 'Z1' }).first().waitFor();
    const wire = await context.newCDPSession(page);
    await wire.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    const times = (await press(page)).slice(3);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const key of ['script', 'frame'] as const) {
      const sorted = times.map((time) => time[key]).toSorted((a, b) => a - b);
      const [middle, worst] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
      const what = key === 'script' ? 'An option pressed: priced and drawn' : 'An option pressed: next frame';
      const aim = key === 'script' ? `≤ ${FRAME_MS.toFixed(1)} ms${middle > FRAME_MS ? '  missed' : ''}` : '';
      console.log(`${what.padEnd(40)} ${middle.toFixed(1)} ms, worst ${worst.toFixed(1)} ms  ${aim}`);
    }
  } finally {
    await browser.close();
    await stop();
  }
}
