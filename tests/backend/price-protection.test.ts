import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { relistedJob } from '#backend/quotes/relisted.ts';
import { keptList, MOST_PROTECTED, type ListChange } from '#domain/catalog/editions/protection.ts';
import { addDays, daysBetween } from '#domain/dates.ts';
import type { CallName } from '#domain/endpoints.ts';
import { totalOf } from '#domain/quotes/sheet/priced.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { Sent, TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aDraft, aSheet } from '#tests/support/price-sheet.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { EVERY, makeWorld, TODAY } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { alfa, call, car, clock, query } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));
const editor = await world.user(10, EVERY);
const seller = await world.user(alfa.companyId, EVERY);
const { versionId } = car;

async function send(name: CallName, sent: Sent, as: TestUser = seller) {
  const { status, body } = await call(as, name, sent);
  expect([name, status, status < 300 ? '' : JSON.stringify(body)]).toEqual([name, status < 300 ? status : 200, '']);
  return body;
}
/** Nine o'clock in Rome, so many days after the world began. */
const inDays = (days: number) => (clock.now = new Date(start.getTime() + days * 86_400_000));

/** An edition with another list price of these versions, in force from now on. */
async function publish(
  cents: number,
  days: { issuedDays?: number; draftDays?: number } = {},
  versions = [versionId],
): Promise<number> {
  return publishRows(versions.map((one) => ({ kind: 'versionPrices', key: `${one}:day`, values: { price: cents } })), days); // prettier-ignore
}
async function publishRows(changed: readonly { kind: string; key: string; values: object }[], days: object) {
  const { id } = await send('POST /catalog/editions', { body: { name: 'Listino', ...days } }, editor);
  const rows = changed.map((one) => ({ ...one, version: 0 }));
  await send('POST /catalog/editions/:id/rows', { params: { id }, body: { rows } }, editor);
  for (const move of ['ready', 'publish'] as const) {
    const { version } = (await send('GET /catalog/editions/:id', { params: { id } }, editor)).edition;
    await send(`POST /catalog/editions/:id/${move}`, { params: { id }, version }, editor);
  }
  return id;
}
async function takeBack(id: number) {
  const { version } = (await send('GET /catalog/editions/:id', { params: { id } }, editor)).edition;
  const body = { reason: 'wrong_price' };
  await send('POST /catalog/editions/:id/roll_back', { params: { id }, version, body }, editor);
}
/** Leaves the catalogue as it was, whatever a test did. */
const forget = async () => {
  await query('delete from catalog_editions');
  await query("delete from version_prices where version_id = $1 and valid_from > '2020-01-01'", [versionId]);
};

const drafted = (as = seller) => send('POST /quotes', { body: world.draft(alfa) }, as);
async function issued(as = seller) {
  const { id, version } = await drafted(as);
  return send('POST /quotes/:id/issue', { params: { id }, version }, as);
}
const listOf = async ({ id }: { id: number }) => {
  const { version, list } = await send('GET /quotes/:id/sheet', { params: { id } });
  return [version.listPrice, list ?? null];
};
const revised = ({ id }: { id: number }) => send('POST /quotes/:id/revise', { params: { id } });

describe('the list that a quote keeps', () => {
  const days = fc.integer({ min: 0, max: 200 });
  const edition = fc.record({
    after: days,
    cents: fc.integer({ min: 1_000_000, max: 9_000_000 }),
    issuedDays: fc.integer({ min: 0, max: MOST_PROTECTED }),
    draftDays: fc.integer({ min: 0, max: MOST_PROTECTED }),
  });
  const [sheet, draft] = [aSheet(), aDraft()];

  test('prices to the cent by the list of its day or of today, whatever editions came between', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(edition, { maxLength: 6, selector: ({ after }) => after }),
        days,
        days,
        fc.boolean(),
        (editions, first, more, isIssued) => {
          const [priceDay, today] = [addDays(TODAY, first), addDays(TODAY, first + more)];
          const from = (after: number) => addDays(TODAY, after);
          const changes = editions
            .filter(({ after }) => from(after) >= priceDay && from(after) <= today)
            .map(({ after, cents: _cents, ...kept }, id): ListChange => ({
              id,
              day: from(after),
              isLater: from(after) > priceDay,
              undoes: null,
              ...kept,
            }));
          // By hand: the price of the last edition up to a day.
          const listPrice = (day: string) =>
            editions.filter(({ after }) => from(after) <= day).toSorted((a, b) => a.after - b.after).at(-1)?.cents ?? 2_000_000; // prettier-ignore
          const paid = (day: string) =>
            price(draft, { ...sheet, version: { ...sheet.version, listPrice: listPrice(day) } }).keysInHand;
          const keeps = editions
            .filter(({ after }) => from(after) > priceDay && from(after) <= today)
            .every(
              ({ after, issuedDays, draftDays }) =>
                daysBetween(from(after), today) < (isIssued ? issuedDays : draftDays),
            );
          const kept = keptList({ priceDay, isIssued }, changes, today);
          expect(paid(kept?.day ?? today)).toBe(paid(keeps ? priceDay : today));
        },
      ),
      { numRuns: isSoak ? 10_000 : 300, seed: 11 },
    );
  });
});

describe('a quote after an edition', () => {
  test('issued it keeps its list for the days that the edition says, in its revision, too; then today’s', async () => {
    const quote = await issued();
    const before = quote.priced.keysInHand;
    inDays(5);
    await publish(2_600_000, { issuedDays: 10, draftDays: 3 });
    // Nothing of it is written.
    expect(await send('GET /quotes/:id', { params: { id: quote.id } })).toEqual(quote);
    expect(await send('GET /quotes/:id/today', { params: { id: quote.id } })).toMatchObject({ repriced: null });
    expect(await listOf(await drafted())).toEqual([2_600_000, null]);
    inDays(14);
    const revision = await revised(quote);
    const kept = { day: TODAY, until: addDays(TODAY, 14) };
    expect(await listOf(revision)).toEqual([2_490_000, kept]);
    const params = { versionId };
    const sheet = await send('GET /quotes/sheets/:versionId', { params, query: { quote: revision.id } });
    expect([sheet.version.listPrice, sheet.hash]).toEqual([2_490_000, revision.sheetHash]);
    const again = await send('POST /quotes/:id/issue', { params: { id: revision.id }, version: revision.version });
    expect([again.priced.keysInHand, (await listOf(again))[1]]).toEqual([before, kept]);
    inDays(15);
    expect((await listOf(await revised(again)))[0]).toBe(2_600_000);
    await forget();
  });

  test('a draft keeps it for its own days, an issued one becomes a contract by it though its own days are over', async () => {
    const draft = await drafted();
    const quote = await issued();
    const before = totalOf(quote.priced);
    inDays(1);
    await publish(2_600_000, { issuedDays: 90, draftDays: 3 });
    inDays(3);
    expect((await listOf(draft))[0]).toBe(2_490_000);
    // Saved in time it keeps its day; the day after the last one it does not.
    const body = { ...world.draft(alfa), notes: 'Dopo' };
    const saved = await send('PUT /quotes/:id', { params: { id: draft.id }, version: draft.version, body });
    expect((await listOf(saved))[0]).toBe(2_490_000);
    inDays(4);
    expect(await listOf(saved)).toEqual([2_600_000, null]);
    inDays(80);
    const { total, repriced } = await send('GET /quotes/:id/today', { params: { id: quote.id } });
    expect([total, repriced]).toEqual([before, null]);
    const contract = await send('POST /contracts', { body: { quoteId: quote.id, total } });
    expect(contract.total).toBe(before);
    await forget();
  });

  test.each([
    ['models', car.modelId],
    ['makers', car.makerId],
  ])('it keeps it though its %s are sold no more', async (kind, key) => {
    // prettier-ignore
    const offer = await issued();
    const draft = await drafted();
    inDays(1);
    const gone = { kind, key: String(key), values: { published: false, retiredOn: 'day' } };
    const id = await publishRows([gone], { issuedDays: 9 });
    expect(await listOf(await revised(offer))).toEqual([2_490_000, { day: TODAY, until: addDays(TODAY, 9) }]);
    // A draft has no days here: nobody sells it.
    expect(await listOf(draft)).toEqual([0, null]);
    await takeBack(id);
    expect((await listOf(draft))[0]).toBe(2_490_000);
    await forget();
  });

  test('its contract keeps it where its price is worked out anew, for the same version alone, and takes no other than was seen', async () => {
    const [twin] = await query(
      `insert into versions (model_id, code, name, fuel, gearbox, drive, kw, cc, co2, consumption, euro_class, category, seats, published)
       select model_id, code || '-T', name || ' T', fuel, gearbox, drive, kw, cc, co2, consumption, euro_class, category, seats, published
       from versions where id = $1 returning id`,
      [versionId],
    );
    const other = Number(twin.id);
    await query("insert into version_prices (version_id, valid_from, price) values ($1, '2020-01-01', 2490000)", [
      other,
    ]);
    const quote = await issued();
    const { id, total } = await send('POST /contracts', { body: { quoteId: quote.id } });
    inDays(1);
    await publish(2_600_000, { issuedDays: 90, draftDays: 90 }, [versionId, other]);
    const read = () => send('GET /contracts/:id/price', { params: { id } });
    const { draft, version } = await read();
    const copy = await send('POST /quotes', { body: draft });
    const listed = async (of: number) =>
      (await send('GET /quotes/sheets/:versionId', { params: { versionId: of }, query: { contract: id } })).version
        .listPrice;
    const shown = await send('GET /quotes/:id/sheet', { params: { id: copy.id }, query: { contract: id } });
    expect([(await listOf(copy))[0], shown.version.listPrice]).toEqual([2_600_000, 2_490_000]);
    expect([await listed(versionId), await listed(other)]).toEqual([2_490_000, 2_600_000]);
    const put = (seen: number) =>
      call(seller, 'PUT /contracts/:id/price', { params: { id }, version, body: { draft, total: seen } });
    expect((await put(total + 1_100_00)).status).toBe(409);
    const taken = await put(totalOf(price(draft, shown)));
    expect([taken.status, taken.body.total]).toEqual([200, total]);
    // By hand there is no list to keep.
    const byHand = await call(seller, 'POST /contracts', { body: { draft, total } });
    expect([byHand.status, byHand.body.message]).toEqual([409, expect.stringContaining('Ai prezzi di oggi')]);
    await query('delete from version_prices where version_id = $1', [other]);
    await forget();
  });

  test('its revision past the cap is judged by the list that it keeps: what was granted is issued', async () => {
    const capped = await world.user(alfa.companyId, EVERY);
    await query("update users set role_name = 'Venditore' where id = $1", [capped.id]);
    const director = await world.user(alfa.companyId, EVERY);
    await query("update users set role_name = 'Direttore commerciale' where id = $1", [director.id]);
    const quote = await issued(capped);
    inDays(1);
    await publish(3_000_000, { issuedDays: 90 });
    const { id, version } = await send('POST /quotes/:id/revise', { params: { id: quote.id } }, capped);
    // Past 5 % of the list that it keeps, within 5 % of today's.
    const body = { ...world.draft(alfa), customDiscounts: [{ label: '', amount: 1_350_00, percent: null }] };
    const saved = await send('PUT /quotes/:id', { params: { id }, version, body }, capped);
    const issue = async () =>
      call(capped, 'POST /quotes/:id/issue', { params: { id }, version: (await now()).version });
    const now = () => send('GET /quotes/:id', { params: { id } });
    expect((await issue()).status).toBe(422);
    const asked = await send('POST /quotes/:id/approvals', { params: { id }, version: saved.version, body: { reason: 'fleet' } }, capped); // prettier-ignore
    const { approval } = asked;
    await send('POST /approvals/:id/grant', { params: { id: approval.id }, version: approval.version }, director);
    expect((await issue()).status).toBe(200);
    await forget();
  });

  test('a quote priced in the morning keeps the list of the day before, one priced after does not', async () => {
    const morning = await issued();
    clock.now = new Date(start.getTime() + 3_600_000);
    await publish(2_600_000, { issuedDays: 1 });
    clock.now = new Date(start.getTime() + 7_200_000);
    expect((await listOf(await revised(morning)))[0]).toBe(2_490_000);
    expect((await listOf(await issued()))[0]).toBe(2_600_000);
    await forget();
  });

  test('an edition that was taken back leaves a quote nothing to keep', async () => {
    const quote = await issued();
    inDays(1);
    const id = await publish(2_600_000);
    const between = await issued();
    inDays(2);
    await takeBack(id);
    inDays(3);
    expect(await listOf(await revised(quote))).toEqual([2_490_000, null]);
    expect(await listOf(await revised(between))).toEqual([2_490_000, null]);
    await forget();
  });

  test('is marked in the list, its seller is told once, and one press prices its draft by today’s list', async () => {
    const own = await world.user(alfa.companyId, EVERY);
    const draft = await drafted(own);
    const other = await issued(own);
    const lapsed = await issued(own);
    inDays(1);
    const { rows } = await send('GET /quotes', { query: { sellerId: String(own.id), limit: 50 } });
    expect(rows).toHaveLength(3);
    await query('update quotes set expires_on = $2 where id = $1', [lapsed.id, TODAY]);
    const id = await publish(2_600_000, { issuedDays: 9 });
    const after = await drafted(own);
    const marked = async () =>
      (await send('GET /quotes', { query: { relisted: 'true', sellerId: String(own.id), limit: 50 } })).rows.map(
        (row: { id: number }) => row.id,
      );
    expect((await marked()).toSorted()).toEqual([draft.id, other.id].toSorted());
    for (let twice = 0; twice < 2; twice += 1) {
      const outside = world.outside();
      await relistedJob.run(outside, { editionId: id });
      await outside.finish();
    }
    const told = await query("select title, text from notifications where user_id = $1 and kind = 'list_changed'", [own.id]); // prettier-ignore
    expect(told).toEqual([
      {
        title: 'Listino cambiato: 2 preventivi aperti',
        text: 'Gli emessi e le loro revisioni restano al listino di prima per 9 giorni. Le bozze prendono il listino di oggi.',
      },
    ]);
    const repriced = await send('POST /quotes/:id/relist', { params: { id: draft.id }, version: draft.version });
    expect(await listOf(repriced)).toEqual([2_600_000, null]);
    expect(await marked()).toEqual([other.id]);
    expect(
      (await call(seller, 'POST /quotes/:id/relist', { params: { id: other.id }, version: other.version })).status,
    ).toBe(409);
    inDays(2);
    await takeBack(id);
    // Both were priced by the list that is gone; the other one’s is in force again.
    expect((await marked()).toSorted()).toEqual([draft.id, after.id].toSorted());
    await forget();
  });

  test('several at once: seen before, a draft itself, an issued one by a revision; each is taken back whole', async () => {
    const { white, red } = car.options;
    const draft = await send('POST /quotes', { body: world.draft(alfa, { optionIds: [white, car.options.hook] }) });
    const offer = await issued();
    const begun = await issued();
    await send('POST /quotes/:id/revise', { params: { id: begun.id } });
    inDays(1);
    const id = await publish(2_600_000, { issuedDays: 9, draftDays: 9 });
    const fresh = await drafted();
    // Today's list has the option no more.
    await query('update version_options set retired_on = $2 where version_id = $1 and option_id = $3', [versionId, addDays(TODAY, 1), car.options.hook]); // prettier-ignore
    const ids = [draft, offer, begun, fresh].map((one) => one.id).join(',');
    const { quotes } = await send('GET /quotes/relist', { query: { ids } });
    const now = (of: number) => quotes.find((one: { id: number }) => one.id === of);
    expect(quotes.map((one: { refused: string | null }) => one.refused)).toEqual([
      null,
      null,
      'La revisione 2 è già in bozza: continuare da quella.',
      'Il listino non è cambiato.',
    ]);
    expect([now(offer.id).from, now(offer.id).to - now(offer.id).from]).toEqual([offer.priced.keysInHand, 1_100_00]);
    expect(now(draft.id).to - now(draft.id).from).toBe(1_100_00 - 750_00);

    const [taken, revision] = [
      await send('POST /quotes/:id/relist', { params: { id: draft.id }, version: draft.version }),
      await send('POST /quotes/:id/revise', { params: { id: offer.id }, body: { list: 'today' } }),
    ];
    expect([taken.draft.optionIds, taken.formerDay]).toEqual([[white], TODAY]);
    expect(await listOf(taken)).toEqual([2_600_000, null]);
    expect([await listOf(revision), revision.revision]).toEqual([[2_600_000, null], 2]);
    // What somebody has seen to is marked no more.
    const { rows: left } = await send('GET /quotes', { query: { relisted: 'true', limit: 50 } });
    const open = left.map((row: { id: number }) => row.id);
    for (const { id: done } of [draft, offer, revision]) expect(open).not.toContain(done);

    const back = await send('DELETE /quotes/:id/relist', { params: { id: taken.id }, version: taken.version });
    expect([back.draft.optionIds, back.formerDay]).toEqual([[white, car.options.hook], null]);
    expect(await listOf(back)).toEqual([2_490_000, { day: TODAY, until: addDays(TODAY, 9) }]);
    const own = await send('DELETE /quotes/:id/relist', { params: { id: revision.id }, version: revision.version });
    expect((await listOf(own))[0]).toBe(2_490_000);
    // What somebody saved since is not undone.
    const again = await send('POST /quotes/:id/relist', { params: { id: back.id }, version: back.version });
    const body = world.draft(alfa, { optionIds: [red] });
    const saved = await send('PUT /quotes/:id', { params: { id: back.id }, version: again.version, body });
    const refused = await call(seller, 'DELETE /quotes/:id/relist', {
      params: { id: back.id },
      version: saved.version,
    });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('salvata dopo')]);
    expect((await listOf(saved))[0]).toBe(2_600_000);
    await query('update version_options set retired_on = null where version_id = $1', [versionId]);
    await takeBack(id);
    await forget();
  });

  test('saved while an edition is published is saved all the same, and priced by one list or the other', async () => {
    const sellers = await Promise.all(Array.from({ length: 5 }, () => world.user(alfa.companyId, EVERY)));
    const drafts = await Promise.all(
      sellers.flatMap((one) => Array.from({ length: 4 }, async () => ({ one, draft: await drafted(one) }))),
    );
    inDays(1);
    const saving = drafts.map(({ one, draft }, at) =>
      call(one, 'PUT /quotes/:id', {
        params: { id: draft.id },
        version: draft.version,
        body: { ...world.draft(alfa), notes: `Riga ${at}` },
      }),
    );
    const [id, saved] = await Promise.all([publish(2_600_000), Promise.all(saving)]);
    expect(saved.map(({ status }) => status)).toEqual(drafts.map(() => 200));
    expect(saved.map(({ body }) => body.draft.notes)).toEqual(drafts.map((_, at) => `Riga ${at}`));
    // Nothing of a quote is written by it: whoever opens one sees today's list.
    for (const { draft } of drafts) expect((await listOf(draft))[0]).toBe(2_600_000);
    await takeBack(id);
    await forget();
  });

  test('is protected for 0 to 90 days', async () => {
    const body = { name: 'Listino', issuedDays: 91, draftDays: -1 };
    const { status, body: refused } = await call(editor, 'POST /catalog/editions', { body });
    expect([status, Object.keys(refused.fields)]).toEqual([422, ['issuedDays', 'draftDays']]);
  });
});
