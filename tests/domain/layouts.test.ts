import { expect, test } from 'vitest';
import { changedWords } from '#domain/layouts/rules.ts';

test('a comparison strikes no word that stayed, whatever stands behind it now', () => {
  expect(changedWords('Condizioni', 'Condizioni\nConsegna a {nome}.')).toEqual({
    before: 'Condizioni',
    removed: '',
    added: '\nConsegna a {nome}.',
    after: '',
  });
  expect(changedWords('Si consegna a Milano, domani', 'Si consegna a Torino, domani')).toEqual({
    before: 'Si consegna a ',
    removed: 'Milano,',
    added: 'Torino,',
    after: ' domani',
  });
});
