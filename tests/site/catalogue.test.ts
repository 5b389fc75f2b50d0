import { expect, test } from 'vitest';
import { absent, valueIn } from '#site/areas/catalog/control.server.ts';
import { optionsWith } from '#domain/catalog/find.ts';
import { openEdition } from '#site/areas/catalog/open.server.ts';
import { LINES_SHOWN, pageOfRule, rulesFrom, type Line } from '#site/areas/catalog/version/lines.server.ts';

test('a field that an edition empties is empty, and one that it leaves is as it is in force', () => {
  const picture = { ...absent('versionImages', '1:2'), row: { place: 1, optionId: 7 }, after: { optionId: null } };
  expect([valueIn(picture, 'optionId'), valueIn(picture, 'place')]).toEqual([null, 1]);
});

test('what is changed goes into the draft of the address, never into another one', () => {
  const edition = (id: number, state: 'draft' | 'ready') =>
    ({ id, state }) as Parameters<typeof openEdition>[0][number];
  const editions = [edition(1, 'draft'), edition(2, 'draft'), edition(3, 'ready')];
  expect([null, '2', '3', '4'].map((asked) => openEdition(editions, asked)?.id)).toEqual([1, 2, undefined, undefined]);
});

test('options of a version are found by all their words; of many rules those that the edition changes stand first, a page at a time', () => {
  const lines = [
    { code: 'TPA', name: 'Tetto panoramico' },
    { code: 'TEL', name: 'Telecamere a 360°' },
  ] as Line[];
  expect(optionsWith(lines, 'tetto tpa').map(({ code }) => code)).toEqual(['TPA']);
  expect([optionsWith(lines, '').length, optionsWith(lines, 'tetto tel').length]).toEqual([2, 0]);
  const rules = Array.from({ length: LINES_SHOWN + 1 }, (_, at) => absent('optionRules', `${at}:requires:${at + 1}`));
  const changed = { ...rules.at(-1)!, after: { retiredOn: 'day' } };
  const all = [...rules.slice(0, -1), changed];
  expect([rulesFrom(all, 0)[0], rulesFrom(all, 0).length, rulesFrom(all, LINES_SHOWN).length]).toEqual([changed, LINES_SHOWN, 1]); // prettier-ignore
  // A rule that was saved is led to wherever it stands.
  expect([pageOfRule(all, changed), pageOfRule(all, all[0]!), pageOfRule(all, all.at(-2)!)]).toEqual([0, 0, LINES_SHOWN]); // prettier-ignore
});
