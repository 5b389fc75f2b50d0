import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { press } from '#backend/uploads/pdf.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { temporaryFolder } from '#tests/support/folder.ts';

const folder = await temporaryFolder();
afterAll(() => rm(folder, { recursive: true }));
const isTaken = async (file: Uint8Array) => {
  const path = join(folder, 'a.pdf');
  await writeFile(path, file);
  return !('refused' in (await press(path)));
};

/** A token as any reader takes it: letters of names as numbers, spaces of all kinds and comments before it. */
const spelled = (token: string) =>
  fc
    .tuple(
      fc.constantFrom(' ', '\n', '\r\n', '\t', '\0', ' % (nota)\n', '%<<\r'),
      fc.array(fc.boolean(), { minLength: token.length, maxLength: token.length }),
    )
    .map(([space, escapes]) => {
      const name = token.startsWith('/')
        ? [...token]
            .map((letter, at) => (at && escapes[at] ? `#${letter.charCodeAt(0).toString(16)}` : letter))
            .join('')
        : token;
      return space + name;
    });
const spelling = (object: string) => fc.tuple(...object.split(' ').map(spelled)).map((tokens) => tokens.join(''));
const inside = (object: string) => deflateSync(`1 0 ${object}`);

const opens = [
  '<< /OpenAction << /S /URI /URI (https://a.it) >> >>',
  '<< /AA << /O << /S /URI /URI (https://a.it) >> >> >>',
  '<< /Subtype /Link /A << /S /GoToR /F (b.pdf) /D [ 0 /Fit ] >> >>',
  '<< /Subtype /Link /A << /S /Launch /F (cmd.exe) >> >>',
  '<< /Subtype /Link /A << /S /URI /URI (file:///c:/x) >> >>',
  '<< /OpenAction << /S /JavaScript /JS (app.alert) >> >>',
];

test('a file that opens or runs something is refused in every spelling, packed or not', async () => {
  const objects = fc.constantFrom(...opens).chain(spelling);
  await fc.assert(
    fc.asyncProperty(objects, fc.constantFrom('', '/Type /ObjStm'), async (object, type) => {
      expect(await isTaken(aPdf(object))).toBe(false);
      const packed = aPdf('', inside(object)).toString('latin1').replace('/Type /ObjStm', type);
      expect(await isTaken(Buffer.from(packed, 'latin1'))).toBe(false);
    }),
    { numRuns: 150 },
  );
});

test('a link that somebody presses is taken in every spelling', async () => {
  const objects = spelling('<< /Subtype /Link /A << /S /URI /URI (https://a.it) >> /Rect [ 0 0 9 9 ] >>');
  await fc.assert(
    fc.asyncProperty(objects, async (object) => {
      expect([await isTaken(aPdf(object)), await isTaken(aPdf('', inside(object)))]).toEqual([true, true]);
    }),
    { numRuns: 60 },
  );
});

test('whatever comes, there is an answer', async () => {
  const whole = aPdf(
    '<< /Subtype /Link /A << /S /URI /URI (https://a.it) >> >>',
    inside('<< /Kids [1 0 R (a) <61>] >>'),
  );
  const middle = whole.length - 30;
  const changes = fc.array(fc.tuple(fc.nat(middle), fc.constantFrom(...'()<>[]/%#R\\ \0o1\n')), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(changes, async (some) => {
      const file = Buffer.from(whole);
      for (const [at, character] of some) file.write(character, at, 'latin1');
      expect([true, false]).toContain(await isTaken(file));
    }),
    { numRuns: 200 },
  );
});

/** So much of it that what looks at it again and again never ends. */
const full = (piece: string) => piece.repeat(5_000_000 / piece.length);
test.each([
  ['beginnings', full('1 0 obj null '), true],
  ['strings that do not end', full('1 0 obj ('), false],
  ['strings in each other', full('1 0 obj (1 0 obj )'), false],
  ['comments', full('1 0 obj 1 % '), false],
  ['lists', `1 0 obj ${full('[')}`, false],
  ['names', `1 0 obj [${full('/a')}]`, false],
  ['names of another spelling', full('#41'), true],
  ['dictionaries', full('1 0 obj<</A<<'), false],
  ['addresses', full('/URI '), false],
  ['one string', `1 0 obj (${full('\\(')}) endobj`, true],
  ['ends of archives', full('PK\u0005\u0006'), true],
  ['packs', full('1 0 obj <</N 1/First 4/Filter/FlateDecode>> stream\n'), false],
])('a file full of %s is done with', async (_, body, taken) => {
  expect(await isTaken(Buffer.from(`%PDF-1.7\n${body}\nstartxref\n0\n%%EOF\n`))).toBe(taken);
});
