import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import type { Quote } from '#domain/quotes/schema.ts';
import { jumpsOf, watchJumps } from '#tests/support/browser.ts';
import { browser, context, hold, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { alive, EXAMPLE, openAlive, read } from './quote-page.ts';

let arrive: () => void;

pageAs('admin');
beforeEach(async () => {
  arrive = await hold(page, /_astro\/(AccessoriesList|Builder|Consents|InsurancePage)/);
});

/** The page is there, the script of its island is still on its way. */
async function openEarly(path: string) {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'complete');
}
/** Presses a control that is asleep: Playwright would wait until it is enabled. */
async function press(name: string | RegExp, within: Page | Locator = page) {
  const box = (await within.getByRole('checkbox', { name }).or(within.getByRole('button', { name })).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Every page asks for it; it is in none of the others. */
const SHELL = /_astro\/base/;

describe('what the server wrote is seen before any script starts', () => {
  test.each([
    ...['/dealer/quotes/retail', '/dealer/stock/used', '/dealer', EXAMPLE, '/updates'],
    ...['/dealer/contracts/1', '/dealer/leads/handle?lead=1'],
  ])('%s is painted once, and stays as it is when it comes alive', async (path) => {
    arrive();
    const fresh = await context.newPage();
    await watchJumps(fresh);
    await fresh.goto(path, { waitUntil: 'networkidle' });
    await alive(fresh);
    const seen = await fresh.evaluate(() => {
      const entries = (type: string) => {
        const watch = new PerformanceObserver(() => undefined);
        watch.observe({ type, buffered: true });
        return watch.takeRecords();
      };
      const first = entries('paint').find(({ name }) => name === 'first-contentful-paint')!.startTime;
      const scripts = entries('resource').filter(({ name }) => /_astro\/.*\.js$/.test(name));
      return {
        scripts: scripts.length,
        early: scripts.filter(({ startTime }) => startTime < first).map(({ name }) => name),
        largest: entries('largest-contentful-paint').map(({ startTime }) => startTime - first),
      };
    });
    expect(seen.scripts).toBeGreaterThan(1);
    expect(seen).toMatchObject({ early: [], largest: [0] });
    expect(await jumpsOf(fresh)).toEqual([]);
    await fresh.close();
  });
});

describe('on a slow line, before any script is here', () => {
  test('a press, a panel and a key of the shell are done when it is', async () => {
    const arriveShell = await hold(page, SHELL);
    await openEarly('/dealer');
    const notices = page.getByRole('region', { name: 'Avvisi di sistema' });
    await page.getByRole('button', { name: 'Chiudi avviso: Manutenzione programmata' }).click();
    await page.getByRole('button', { name: 'Notifiche' }).click();
    await expect(notices.locator('.notice:visible')).toHaveCount(2);
    arriveShell();
    await expect(notices.locator('.notice:visible')).toHaveCount(1);
    await expect(page.locator('#bell').getByRole('link').first()).toBeVisible();

    const arriveAgain = await hold(page, SHELL);
    await openEarly('/updates');
    await page.keyboard.press('Control+k');
    arriveAgain();
    await expect(page.getByRole('combobox', { name: 'Cerca' })).toBeVisible();
  });

  test('a form that only scripts send is sent by them once, and its secrets stay out of the address', async () => {
    const arriveShell = await hold(page, SHELL);
    await openEarly('/dealer/settings');
    const form = page.locator('#password-form');
    await form.locator('[name=current]').fill('Non-è-questa-2026');
    await form.locator('[name=current]').press('Enter');
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(0);
    arriveShell();
    await expect(form.locator('[aria-invalid=true]').first()).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });

  test('a choice and a text in islands are theirs', async () => {
    const arriveShell = await hold(page, SHELL);
    await openEarly(EXAMPLE);
    await press(/^Volante riscaldabile/);
    await press(/^Ruotino di scorta/);
    await press(/^Ruotino di scorta/);
    arriveShell();
    arrive();
    await expect(page.getByText('Bozza salvata')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /^Volante riscaldabile/ })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /^Ruotino di scorta/ })).not.toBeChecked();
  });
});

describe('on a slow line, before the script of the page is here', () => {
  test('a search is kept and done', async () => {
    await openEarly('/dealer/accessories');
    await page.getByPlaceholder('Codice o descrizione').fill('tappetini');
    arrive();
    await expect(page.getByRole('status').filter({ hasText: /^6$/ })).toBeVisible();
    await expect(page.getByPlaceholder('Codice o descrizione')).toHaveValue('tappetini');
    expect(new URL(page.url()).searchParams.get('q')).toBe('tappetini');
  });

  test('a button that is pressed says so and does its work once', async () => {
    await openEarly('/dealer/accessories');
    await page
      .getByRole('button', { name: /^Azioni su/ })
      .first()
      .click();
    await expect(page.getByRole('progressbar', { name: 'Caricamento in corso' })).toBeVisible();
    arrive();
    await expect(page.getByRole('menu')).toHaveCount(1);
    await expect(page.getByRole('progressbar', { name: 'Caricamento in corso' })).toBeHidden();
  });

  test('options of the builder are chosen, priced and saved; pressed twice they stay as they were', async () => {
    await openEarly(EXAMPLE);
    await press(/^Volante riscaldabile/);
    await press(/^Ruotino di scorta/);
    await press(/^Ruotino di scorta/);
    await press('Imponibile');
    arrive();
    await expect(page.getByRole('checkbox', { name: /^Volante riscaldabile/ })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /^Ruotino di scorta/ })).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Imponibile' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Bozza salvata')).toBeVisible();
  });

  test('a press in the head of the builder is done by the living one', async () => {
    await openEarly(EXAMPLE);
    await page.getByRole('button', { name: 'Modalità cliente' }).click();
    arrive();
    await expect(page.getByRole('dialog', { name: 'Lumera Rea' })).toBeVisible();
  });

  test('a press in the head while the page comes alive is not lost', async () => {
    await openEarly(EXAMPLE);
    await page.evaluate(() => {
      const press = () => document.querySelector<HTMLElement>('#record-head [name=customer-mode]')!.click();
      addEventListener('astro:hydrate', press, { once: true, capture: true });
    });
    arrive();
    await expect(page.getByRole('dialog', { name: 'Lumera Rea' })).toBeVisible();
  });

  test('a form of an island is sent by the living one, with what was typed', async () => {
    await openEarly('/dealer/customers/1');
    await page.getByRole('textbox', { name: 'Indirizzo e-mail' }).fill('chi.aspetta@posta.example.it');
    await page.getByRole('button', { name: 'Invia per e-mail' }).click();
    arrive();
    await expect(page.getByText('Il collegamento parte tra poco per chi.aspetta@posta.example.it.')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });

  test('a press is done by the living island, and leaves the focus where the person has gone on', async () => {
    await openEarly('/dealer/insurances/1');
    const sample = page.getByRole('region', { name: 'Prova il premio' });
    await press('Usato', sample);
    await expect(page.getByRole('progressbar', { name: 'Caricamento in corso' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Codice' }).focus();
    arrive();
    await expect(sample.getByRole('button', { name: 'Usato' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('textbox', { name: 'Codice' })).toBeFocused();
    await expect(page.getByRole('progressbar', { name: 'Caricamento in corso' })).toBeHidden();
  });

  test('a quote is issued with what was ticked before any script was here', async () => {
    arrive();
    const { rows } = await read<{ rows: { id: number }[] }>(context, '/stock/used?q=U-2026-0015');
    await openAlive(page, `/quotation/used/${rows[0]!.id}`);
    await page.getByRole('combobox', { name: 'Cerca un cliente' }).pressSequentially('rossi');
    await page.getByRole('listbox', { name: 'Cerca un cliente' }).getByRole('option').first().click();
    await expect(page.getByText('Bozza salvata')).toBeVisible();

    const arriveLate = await hold(page, /_astro\/Builder/);
    await openEarly(page.url());
    await expect(page.locator('.warranty')).toBeVisible();
    await press(/ridotta a 12 mesi/);
    await page.getByRole('button', { name: 'Emetti preventivo' }).click();
    arriveLate();
    await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible();
    const id = new URL(page.url()).searchParams.get('quote');
    expect((await read<Quote>(context, `/quotes/${id}`)).draft.warrantyReduced).toBe(true);
    await expect(page.getByRole('progressbar', { name: 'Caricamento in corso' })).toBeHidden();
  });

  test('each of two islands does its own when it is alive: one that is late holds nothing back and loses nothing', async () => {
    const [island] = /<astro-island[^]*<\/astro-island>/.exec(await (await page.request.get('/dealer/tyres')).text())!;
    await page.route('/dealer/accessories', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</main>', `<section id="other">${island}</section></main>`);
      await route.fulfill({ response, body });
    });
    const arriveTyres = await hold(page, /_astro\/TyresList/);
    await openEarly('/dealer/accessories');
    const other = page.locator('#other');
    const search = page.getByPlaceholder('Codice o descrizione').first();
    await search.fill('tappetini');
    await other
      .getByRole('button', { name: /^Azioni su/ })
      .first()
      .click();
    arriveTyres();
    await expect(other.getByRole('menu')).toHaveCount(1);
    await expect(search).toHaveValue('tappetini');
    expect(new URL(page.url()).searchParams.get('q')).toBeNull();
    arrive();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('tappetini');
    await expect(search).toHaveValue('tappetini');
    await expect(page.getByRole('progressbar', { name: 'Caricamento in corso' })).toBeHidden();
  });
});

/** What controls of the page look like that one sees. */
const looksOf = (there: Page) =>
  there.locator('main :is(input, select, textarea, button, label)').evaluateAll((all) =>
    all
      .filter((one) => (one as HTMLElement).offsetParent)
      .map((one) => {
        const { color, backgroundColor, borderColor, borderTopStyle, opacity } = getComputedStyle(one);
        const name = one.getAttribute('name') ?? one.getAttribute('aria-label') ?? one.textContent;
        const border = borderTopStyle === 'none' ? '' : borderColor;
        return [one.localName, name, color, backgroundColor, border, opacity].join(' | ');
      }),
  );

test.each([
  ...[EXAMPLE, '/quotation/used/24', '/quotation/b2b?cars=24', '/dealer/customers/1', '/dealer/stock/used/24'],
  ...['/dealer/stock/new/1', '/dealer/insurances/1', '/dealer/financials/2'],
])('%s: nothing changes its look when it comes alive', async (path) => {
  arrive();
  const [storageState, viewport] = [await context.storageState(), page.viewportSize()];
  const still = await browser.newContext({ storageState, viewport, baseURL: serverUrl(), javaScriptEnabled: false });
  const asleep = await still.newPage();
  await asleep.goto(path);
  const looks = await looksOf(asleep);
  await still.close();
  expect(looks.length).toBeGreaterThan(10);
  await openAlive(page, path);
  await expect.poll(() => looksOf(page)).toEqual(looks);
});
