import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { createLanes } from '#backend/lib/work/lanes.ts';
import * as guesses from '#backend/lib/people/password-guess.ts';

/** As its callers ask: on a heavy lane. */
const guessIssue: typeof guesses.guessIssue = (...chosen) =>
  createLanes().heavy('password', 901, () => guesses.guessIssue(...chosen));
const own = ['Giulia Ferrari', 'giulia.ferrari@brera.example.it', 'Autosalone Brera'];

describe('a new password is refused', () => {
  test.each([
    ['iloveyou1234', /tra le più usate|troppo facile/],
    ['1q2w3e4r5t6y', /tra le più usate/],
    ['asdfghjkl123', /tra le più usate/],
    ['abcdefghijkl', /sequenze/],
    ['zxcvbnm,./zx', /sequenze|più usate/],
    ['ijnuhbygvtfc', /sequenze/],
    ['7ujm8ik,9ol.', /sequenze/],
    ['sole uytrewhgfdsa', /sequenze/],
    ['luna oiuytrew', /sequenze/],
    ['forzajuventus1', /troppo facile/],
    ['Estate2026!!', /troppo facile/],
    ['milano2026!!', /troppo facile/],
    ['SSLazio1900!', /troppo facile/],
    ['asromalupa1927', /troppo facile/],
    ['Bari1908calcio', /troppo facile/],
    ['Brera-1990-sole', /«brera»/],
    ['Volante 2026 bello', /«volante»/],
    [DEMO_PASSWORD, /«prova-2026-demo»/],
  ])('%s', async (password, why) => {
    expect(await guessIssue(password, own)).toMatch(why);
  });

  test.each([
    'sette-ponti-verdi-2026',
    'quattro gatti sul tetto',
    'zx9$kk2Lm!qp',
    'può piovere d’agosto',
    'treno per Oristano, ore tre',
    'opera sassofono were',
  ])('not %s', async (password) => {
    expect(await guessIssue(password, own)).toBeNull();
  });

  test('the longest one that may be sent is judged, too', async () => {
    expect(await guessIssue('abc12'.repeat(25), own)).toMatch(/sequenze|troppo facile/);
  });
});
