import { expect, test } from 'vitest';
import { absent, valueIn } from '#site/areas/catalog/control.server.ts';
import { openEdition } from '#site/areas/catalog/open.server.ts';

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
