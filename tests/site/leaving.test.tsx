import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { privileges as p } from '#domain/privileges.ts';
import Leaving from '#site/areas/users/Leaving.tsx';

const token = {
  id: 1,
  name: 'Sito web',
  privileges: [p.seeStock, p.seeTyres, p.seeMargin],
  idle: [p.seeTyres],
  makerId: 2,
  createdBy: 'Elena Conti',
  creatorBlocked: false,
  createdAt: '2026-11-01T09:00:00Z',
  expiresAt: '2027-11-01T09:00:00Z',
  lastUsedAt: null,
};
const shown = (held: readonly number[]) =>
  renderToString(
    <Leaving names={['Elena Conti']} kinds={[]} tokens={[token]} held={held} settle={() => {}} />,
  ).replaceAll(/<!-- -->/g, '');

test('taking a token over says what it loses: what one lacks, and what its maker lacks already', () => {
  const html = shown([p.managePreferences, p.seeStock, p.seeTyres]);
  expect(html).toMatch(/Perde ciò che non hai: [^.]*margin/i);
  expect(html).toMatch(/Perde ciò che Elena Conti non ha più: [^.]*pneumatici/i);
});

test('somebody who holds only what its maker has lost cannot take the token over', () =>
  expect(shown([p.managePreferences, p.seeTyres])).toContain('Non hai nessuno dei suoi permessi in vigore.'));
