import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { jumpsOf, signIn, watchJumps } from '#tests/support/browser.ts';
import { browser, context, hold, page, pageAs } from '#tests/support/page.ts';
import { DEMO_USERS, serverUrl } from '#tests/support/server.ts';
import { islandPaths } from '#site/ui/icon-paths.ts';
import { openAlive, read } from './quote-page.ts';
import { aBuyer, issued, letters } from './sale-page.ts';

pageAs('seller');

const toast = (text: string) => page.locator('#toasts').getByText(text);
/** Pages loaded from now on. */
function countLoads() {
  const loads = { count: 0 };
  page.on('load', () => (loads.count += 1));
  return loads;
}

describe('logout', () => {
  const ask = 'Sei sicuro di voler effettuare il logout?';
  const leave = () => page.getByRole('button', { name: 'Esci', exact: true }).first().click();

  test('asks; leaving ends the session, forgets what belongs to the person and takes the other tabs along', async () => {
    await page.goto('/dealer');
    const { id } = await (await context.request.get('/api/auth/user')).json();
    const drafts = [`draft:quote:${id}:2`, 'draft:quote:999999:2'];
    const keys = ['companyInfo', 'filters:quotes', ...drafts, 'closedNotices:1', 'columns:quotes:1'];
    const session = ['quoteCustomer', 'quoteProvince', 'quoteList'];
    await page.evaluate(
      ([local, own]) => {
        for (const key of local!) localStorage.setItem(`volante:${key}`, '[]');
        for (const key of own!) sessionStorage.setItem(`volante:${key}`, '[]');
      },
      [keys, session],
    );
    const other = await context.newPage();
    await other.goto('/updates');
    await page.bringToFront();
    await leave();
    await expect(toast(ask)).toBeVisible();
    await page.getByRole('button', { name: 'Annulla' }).click();
    await expect(toast(ask)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/dealer');

    const cookies = await context.cookies();
    await leave();
    await page.getByRole('button', { name: 'Conferma' }).click();
    await page.waitForURL('/');
    await other.waitForURL('/');
    const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort());
    expect(left).toEqual(
      ['closedNotices:1', 'columns:quotes:1', 'draft:quote:999999:2'].map((key) => `volante:${key}`),
    );
    await context.addCookies(cookies);
    expect((await context.request.get('/api/auth/user')).status()).toBe(401);
  });

  test('pressed on its own page before any script runs forgets the same', async () => {
    const { id } = await (await context.request.get('/api/auth/user')).json();
    await page.goto('/?logout=1');
    // As a press does when no script listens yet.
    await page.evaluate((own) => {
      for (const key of [`draft:quote:${own}:2`, `recent:${own}`, 'recent:999999', 'columns:quotes:1'])
        localStorage.setItem(`volante:${key}`, '[]');
      HTMLFormElement.prototype.submit.call(document.getElementById('logout'));
    }, id);
    await page.waitForURL('/');
    await expect(page.getByLabel('E-mail')).toBeVisible();
    const left = () => page.evaluate(() => Object.keys(localStorage).sort());
    await expect.poll(left).toEqual(['volante:columns:quotes:1', 'volante:recent:999999']);
    await page.evaluate(() => localStorage.setItem('volante:recent:1', '[]'));
    await page.goto('/?left');
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await left()).toContain('volante:recent:1');
  });

  test('a logout that fails says so and leaves everything as it was', async () => {
    await openAlive(page, '/dealer');
    await page.route('**/api/auth/logout', (route) => route.abort());
    await leave();
    await page.getByRole('button', { name: 'Conferma' }).click();
    await expect(toast('Impossibile effettuare il logout')).toBeVisible();
    await page.reload();
    expect(new URL(page.url()).pathname).toBe('/dealer');
  });

  test('from another device: the next page is the login, though the session was there a moment ago', async () => {
    const elsewhere = await browser.newContext({ baseURL: serverUrl() });
    await signIn(elsewhere, 'seller');
    // What the gateway is told here of the session it believes for some seconds.
    await page.goto('/dealer/quotes/retail');
    const open: { id: number; current: boolean }[] = await (await context.request.get('/api/users/me/sessions')).json();
    const { id } = open.find(({ current }) => current)!;
    const ended = await elsewhere.request.delete(`/api/users/me/sessions/${id}`, { headers: { origin: serverUrl() } });
    expect(ended.ok()).toBe(true);
    await page.reload();
    expect(new URL(page.url()).pathname).toBe('/');
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await elsewhere.close();
  });

  test('elsewhere: the next call leads to the login, and the login back', async () => {
    await openAlive(page, '/dealer/quotes/retail?state=draft');
    await context.request.post('/api/auth/logout', { headers: { origin: serverUrl() } });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Cerca' }).fill('rossi');
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.getByLabel('E-mail').fill(DEMO_USERS.seller);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.waitForURL('/dealer/quotes/retail?state=draft');
    await expect(page.getByRole('link', { name: /^Bozze/ })).toHaveAttribute('aria-current', 'true');
  });
});

describe('news', () => {
  const area = () => page.getByRole('region', { name: 'Avvisi di sistema' });

  test('a closed notice stays closed, the others stay', async () => {
    await page.goto('/dealer');
    const notices = area().locator('.notice:visible');
    await expect(notices).toHaveText([/Manutenzione programmata/, /Nuovo listino Corsaro e Faro/]);
    await page.getByRole('button', { name: 'Chiudi avviso: Manutenzione programmata' }).click();
    await expect(notices).toHaveCount(1);
    await page.goto('/quotation');
    await expect(notices).toHaveText([/Nuovo listino Corsaro e Faro/]);
    // Who follows on the same computer has closed nothing yet.
    await signIn(context, 'backOffice');
    await page.goto('/dealer');
    await expect(notices).toHaveCount(2);
  });

  test('notices are there before any script, a closed one never; nothing moves when scripts start', async () => {
    const quiet = await browser.newContext({ baseURL: serverUrl(), javaScriptEnabled: false });
    await quiet.addCookies(await context.cookies());
    const still = await quiet.newPage();
    await still.goto('/dealer');
    await expect(still.getByText('Manutenzione programmata').first()).toBeVisible();
    await quiet.close();

    await page.addInitScript(() => {
      const seen = { closed: false };
      Object.assign(globalThis, { seen });
      const look = () => {
        const title = document.querySelector('.notices h2');
        seen.closed ||= Boolean(title?.textContent.includes('Manutenzione') && title.checkVisibility());
        requestAnimationFrame(look);
      };
      look();
    });
    await watchJumps(page);
    // The load of a page may end before its first picture.
    const seen = () =>
      page.evaluate(
        () =>
          new Promise((done) =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() => done((globalThis as unknown as { seen: object }).seen)),
            ),
          ),
      );
    await page.goto('/dealer');
    expect(await seen()).toEqual({ closed: true });
    expect(await jumpsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Chiudi avviso: Manutenzione programmata' }).click();
    await page.reload();
    expect(await seen()).toEqual({ closed: false });
    expect(await jumpsOf(page)).toEqual([]);
    await page.close();
  });

  test.each([
    ['a desk', 1366, 768],
    ['twice the size', 683, 384],
    ['a phone', 360, 740],
  ])(
    'the notices are a line each, opened a third of the window, and cover neither sums nor actions: %s',
    async (_, width, height) => {
      await page.setViewportSize({ width, height });
      await openAlive(page, '/dealer/quotes/retail?state=issued');
      const bottomOf = async (selector: string) => {
        const box = await page.locator(selector).first().boundingBox();
        return box!.y + box!.height;
      };
      const top = async () => (await area().boundingBox())!.y;
      expect(height - (await top())).toBeLessThanOrEqual(72);
      /** Rows below the window take their place as they come into it, so that the end of a long list moves on. */
      const shownOver = () =>
        expect(async () => {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
          expect(await bottomOf('.list-foot')).toBeLessThanOrEqual(await top());
        }).toPass({ timeout: 5000 });
      await shownOver();
      // Each has its own closing, and opens to its text, which stays open beside the next one's.
      for (const name of ['Manutenzione programmata', 'Nuovo listino Corsaro e Faro'])
        await expect(page.getByRole('button', { name: `Chiudi avviso: ${name}` })).toBeInViewport();
      const lines = area().locator('summary');
      await lines.nth(0).click();
      await lines.nth(1).click();
      for (const text of await area().locator('.prose').all()) await expect(text).toBeVisible();
      expect(height - (await top())).toBeLessThanOrEqual(Math.ceil(height / 3));
      await shownOver();
      for (const name of ['Manutenzione programmata', 'Nuovo listino'])
        await page.getByRole('button', { name: `Chiudi avviso: ${name}` }).click();
      await expect(area().locator('.notice:visible')).toHaveCount(0);
    },
  );

  test('a newer version is announced and loaded on request; a failure to ask says nothing', async () => {
    await page.clock.install();
    await openAlive(page, '/dealer');
    let asked = 0;
    await page.route('/version.json', (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.fulfill({ json: { version: 'di domani' } });
    });
    const banner = page.getByText('È disponibile una nuova versione di Volante Business');
    await page.clock.runFor(61_000);
    await expect.poll(() => asked).toBe(1);
    await expect(page.locator('#toasts')).toBeEmpty();
    await expect(banner).toBeHidden();
    await page.clock.runFor(60_000);
    await expect(banner).toBeVisible();
    await expect(page.getByRole('link', { name: 'Scopri di più' })).toHaveAttribute('href', '/dealer/releases');
    const loads = countLoads();
    await page.getByRole('button', { name: 'Aggiorna versione' }).click();
    await expect.poll(() => loads.count).toBe(1);
  });

  test('a part that does not load reloads the page once in 60 s, then only tells', async () => {
    await page.route(/\/_astro\/palette\.[^/]+\.js/, (route) => route.abort());
    await page.goto('/dealer');
    const loads = countLoads();
    await page.keyboard.press('Control+k');
    await expect.poll(() => loads.count, { timeout: 10_000 }).toBe(1);
    await page.keyboard.press('Control+k');
    await expect(toast('Una parte della pagina non si è caricata')).toBeVisible();
    expect(loads.count).toBe(1);
  });

  test.each([
    ['an island', '/dealer/accessories', 'astro-island[component-url]', 'component-url'],
    ['the shell', '/dealer', 'script[type=module][src^="/_astro/"]', 'src'],
  ])('%s that does not load reloads the page once in 60 s', async (_, path, element, attribute) => {
    await page.goto(path);
    const file = await page.locator(element).first().getAttribute(attribute);
    await page.route(`**${file}*`, (route) => route.fulfill({ status: 404, body: '' }));
    // Not the ends of loading: a page may be left before.
    const asked = { count: 0 };
    page.on('request', (request) => (asked.count += Number(request.isNavigationRequest())));
    await page.reload();
    // By the test and by the page itself.
    await expect.poll(() => asked.count, { timeout: 15_000 }).toBe(2);
    await page.waitForLoadState('networkidle');
    // The second failure is told by what is there: a toast where the shell is, else by the page as the server made it.
    if (element.startsWith('astro')) await expect(toast('Una parte della pagina non si è caricata')).toBeVisible();
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(asked.count).toBe(2);
  });
});

test.each(['/quotation', '/quotation/new/1/2/8'])(
  '%s shows release, person, role and company whole at 1366 px, and the way back',
  async (path) => {
    await openAlive(page, path);
    await expect(page.getByRole('banner').getByRole('link', { name: /^Release v \d+\.\d+\.\d+/ })).toBeVisible();
    const who = page.getByRole('button', { name: 'Profilo e impostazioni' });
    const { height } = (await page.getByRole('banner').boundingBox())!;
    await expect(page.getByRole('banner').getByText('new!')).toBeVisible();
    if (path !== '/quotation')
      await expect(page.getByRole('navigation', { name: 'Percorso' }).getByRole('link').last()).toBeVisible();
    await expect(who).toContainText('Giulia Ferrari');
    await expect(who).toContainText('Autosalone Brera');
    await expect(who).toContainText('Venditore');
    const isCut = (parts: Element[]) =>
      parts.some((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight);
    const texts = who.locator('b, small');
    expect(await texts.evaluateAll(isCut)).toBe(false);
    const company = 'Concessionaria Fratelli Montebello-Castelnuovo di Val Brembana S.p.A.';
    await texts.evaluateAll(
      (parts, name) => parts.map((part) => (part.textContent = part.textContent!.replace('Autosalone Brera', name))),
      company,
    );
    // As the server marks a name of two lines.
    await who.evaluate((button) => button.classList.add('long'));
    await expect(who).toContainText(company);
    expect(await texts.evaluateAll(isCut)).toBe(false);
    expect((await page.getByRole('banner').boundingBox())!.height).toBe(height);

    // One that is longer still leaves the customer and the car their room.
    await who
      .locator('small')
      .last()
      .evaluate((part) => (part.textContent += ' in liquidazione'));
    expect(await page.locator('.whom > b').evaluateAll(isCut)).toBe(false);
    expect((await page.getByRole('banner').boundingBox())!.height).toBe(height);
  },
);

test('the profile tells of the company, asked once until logout', async () => {
  let asked = 0;
  page.on('request', (request) => {
    if (/\/api\/companies\/\d+$/.test(request.url())) asked += 1;
  });
  for (const path of ['/dealer', '/updates']) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Profilo e impostazioni' }).click();
    await expect(page.getByRole('dialog', { name: 'Profilo e impostazioni' })).toContainText('Provincia: MI');
  }
  expect(asked).toBe(1);
});

describe('search', () => {
  const type = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Cerca' }).fill(text);
  };
  const found = () => page.getByRole('group', { name: 'Trovati' }).getByRole('option');

  test('says that it searches when the answer takes long, and over the open menu, too', async () => {
    const arrive = await hold(page, '**/api/search?*');
    await page.goto('/dealer');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Esplora' })).toBeVisible();
    await type('rossi');
    await expect(page.getByText('Ricerca in corso…')).toBeVisible();
    arrive();
    await expect(found()).not.toHaveCount(0);
    await expect(page.getByText('Ricerca in corso…')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Cerca' })).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Esplora' })).toBeVisible();
    // The bar of a page that loads stands over the menu, until the page is there or one goes on here.
    const bar = page.getByRole('progressbar', { name: 'Caricamento in corso' });
    await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await expect(bar).toBeVisible();
    expect(await bar.evaluate((it) => it.matches(':popover-open'))).toBe(true);
    await page.keyboard.press('Shift');
    await expect(bar).toBeHidden();
  });

  test('finds a quote by its number and opens it', async () => {
    const { rows } = await read<{ rows: { number: string; href: string }[] }>(context, '/quotes?state=issued&limit=1');
    await page.goto('/dealer');
    await type(rows[0]!.number);
    await expect(found()).toHaveText([new RegExp(`Preventivo.*${rows[0]!.number}`)]);
    await expect(found().locator('path')).toHaveAttribute('d', islandPaths['file-text']);
    await page.keyboard.press('Enter');
    await page.waitForURL(rows[0]!.href);
  });

  test('finds a customer and opens the record, from which the quotes of that customer alone are listed', async () => {
    // Of whom there is one in the company, with quotes.
    const buyer = aBuyer('Zoe', `Trovati${letters(4)}`);
    await issued(context, buyer);
    const customer = `${buyer.firstName} ${buyer.lastName}`;
    await page.goto('/dealer');
    await type(customer);
    await found().filter({ hasText: 'Cliente' }).first().click();
    await page.waitForURL(/\/dealer\/customers\/\d+/);
    await expect(page.locator('#record-head')).toContainText(customer);
    const noted = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('recent:')));
    await expect.poll(noted).toBe(true);
    // From elsewhere it is what the search offers first, before anything is typed.
    const record = page.url();
    await page.goto('/dealer');
    await page.keyboard.press('Control+k');
    const recent = page.getByRole('group', { name: 'Aperti di recente' }).getByRole('option');
    await expect(recent).toHaveText([new RegExp(customer)]);
    await page.keyboard.press('Enter');
    await page.waitForURL(record);
    await page.getByRole('button', { name: 'Altre azioni' }).click();
    await page.getByRole('link', { name: 'I suoi preventivi' }).click();
    await page.waitForURL(/\/dealer\/quotes\/retail\?customerId=\d+/);
    await expect(page.getByText(`Cliente: ${customer}`)).toBeVisible();
    const cells = page.locator('[row-id] [col-id=customer], tbody td.strong');
    // The row of sums has no customer.
    const shown = async () => [...new Set((await cells.allTextContents()).filter(Boolean))];
    await expect.poll(shown).toEqual([customer]);
  });
});

describe('by keyboard', () => {
  test('the menu opens, is searched, closes with Esc and gives the focus back', async () => {
    await page.goto('/dealer');
    const menu = page.getByRole('button', { name: 'Menu' });
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Esplora' });
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('compara');
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('link', { name: /Crea o compara preventivi/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
  });

  test('letters go to areas and to the search of a list, not while one types', async () => {
    await page.goto('/dealer');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL('/dealer/quotes');
    await openAlive(page, '/dealer/quotes/retail');
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox').first();
    await expect(search).toBeFocused();
    await page.keyboard.type('gp/?n');
    await expect(search).toHaveValue('gp/?n');
    expect(new URL(page.url()).pathname).toBe('/dealer/quotes/retail');
  });
});

test('a list of many columns is printed across; on a phone the bar of the builder stays free of what is told', async () => {
  await signIn(context, 'director');
  await page.goto('/dealer/services');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!;
  expect(Number(width)).toBeGreaterThan(Number(height));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/quotation/new/1/2/8');
  const told = page.locator('#toasts');
  await told.evaluate((box) => {
    box.textContent = 'Fatto.';
    (box as HTMLElement).showPopover();
  });
  const [box, bar] = [await told.boundingBox(), await page.getByRole('banner').boundingBox()];
  expect(box!.y).toBeGreaterThan(bar!.y + bar!.height);
});

test('the builder on paper: no plan lies over the notes wherever a page ends, and long notes are whole', async () => {
  await signIn(context, 'seller');
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.goto('/quotation/new/1/2/8');
  const notes = page.getByLabel('Note per il cliente');
  await notes.fill('Consegna entro sessanta giorni. '.repeat(125));
  await page.emulateMedia({ media: 'print' });
  expect(await notes.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
  await notes.fill('');
  // Columns break what stands in them as pages do.
  const over = await page.locator('.sections').evaluate(
    (box, heights) => {
      const last = [...box.querySelectorAll('.plan')].at(-1)!;
      const after = [...box.querySelectorAll('.sec')].find((one) => one.querySelector('h2')?.textContent === 'Note')!;
      return heights.filter((height) => {
        Object.assign((box as HTMLElement).style, { height: `${height}px`, columns: '700px', columnFill: 'auto' });
        return [...last.getClientRects()].some((a) =>
          [...after.getClientRects()].some(
            (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
          ),
        );
      });
    },
    [600, 700, 800, 900, 1000],
  );
  expect(over).toEqual([]);
});

test('print leaves the bar and the notices out', async () => {
  await page.goto('/dealer');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Avvisi di sistema' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('parts that no window shows at once wait for the first picture, but not where one comes back, or comes to a part of it', async () => {
  // In a browser that has nothing of the page yet.
  const fresh = await browser.newContext({ baseURL: serverUrl(), viewport: { width: 1366, height: 768 } });
  await signIn(fresh, 'seller');
  const page = await fresh.newPage();
  // Whether a frame lacked what stands behind the fold, of which the first part is read with its box.
  await page.addInitScript(() => {
    const seen = { without: false };
    Object.assign(globalThis, { seen });
    const look = () => {
      seen.without ||= document.querySelector('#fold ~ div h2')?.checkVisibility() === false;
      requestAnimationFrame(look);
    };
    look();
  });
  const without = () => page.evaluate(() => (globalThis as unknown as { seen: { without: boolean } }).seen.without);
  const last = page.locator('.sections .sections:last-child > :last-child');
  await page.goto('/dealer/settings');
  await expect
    .poll(() =>
      last
        .locator('h2')
        .first()
        .evaluate((title) => title.checkVisibility()),
    )
    .toBe(true);
  expect(await without()).toBe(true);
  await last.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  expect(before).toBeGreaterThan(300);
  await page.reload();
  await expect.poll(scrolled).toBe(before);
  expect(await without()).toBe(false);
  const id = await last.getAttribute('id');
  await page.goto('/updates');
  await page.goto(`/dealer/settings#${id}`);
  await expect(last).toBeInViewport();
  expect(await without()).toBe(false);
  await fresh.close();
});

test('theme and density go with the person', async () => {
  await signIn(context, 'backOffice');
  const choose = async (...names: string[]) => {
    await page.goto('/dealer/settings');
    for (const name of names) {
      const done = page.waitForResponse('**/api/users/me/appearance');
      await page.getByText(name, { exact: true }).click();
      expect((await done).ok()).toBe(true);
    }
  };
  await choose('Scuro', 'Compatta');
  const elsewhere = await browser.newContext({ baseURL: serverUrl() });
  await signIn(elsewhere, 'backOffice');
  const other = await elsewhere.newPage();
  await other.goto('/dealer');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(other.locator('html')).toHaveAttribute('data-density', 'compact');
  await elsewhere.close();
  await choose('Come il sistema', 'Comoda');
  await page.goto('/dealer');
  expect(await page.locator('html').getAttribute('data-theme')).toBeNull();
});
