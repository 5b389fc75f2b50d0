import { expect, test } from 'vitest';
import { inPlace } from '#server/words.ts';

const words = { title: 'Preventivo «{n}»', kinds: { a: 'Uno', b: 'Due' }, deep: { er: { yet: 'Sì', no: 'No' } } };
const written = (code: string, name = 'words') =>
  inPlace(`import { ${name} } from '#site/messages/it/x.ts';\n${code}`, 'tsx', new Map([[name, words]])).trim();

test('a sentence stands where it is said, and nothing is imported', () => {
  expect(written('say(words.title, words.deep.er.yet.length);')).toBe('say("Preventivo «{n}»", "Sì".length);');
  expect(written('const Part = () => <b title={words.title}>{words.kinds.a}</b>;')).toBe(
    'const Part = () => <b title={"Preventivo «{n}»"}>{"Uno"}</b>;',
  );
});

test('what is looked up by a computed key comes as that part alone', () => {
  expect(written('say(words.kinds[kind], words.kinds[other]);').split('\n')).toEqual([
    'const words0_ = {"a":"Uno","b":"Due"};',
    expect.stringMatching(/^$/),
    'say(words0_[kind], words0_[other]);',
  ]);
});

test('a part that the script names itself is followed', () => {
  expect(written('const say = words.deep.er;\nexport const one = () => say.no;')).toContain(
    'export const one = () => "No";',
  );
});

test('words used as a whole stay an import', () => {
  expect(written('say(words[key], words.title);')).toBe(
    'import { words } from \'#site/messages/it/x.ts\';\nsay(words[key], "Preventivo «{n}»");',
  );
});

test('keys, types and other things of one name are left alone', () => {
  const code = 'const a = { words: 1, title: b.words };\ntype T = typeof words.title;';
  expect(written(code)).toBe(code);
  expect(() => written('const f = (words: string) => words.length;')).toThrow(/one name/);
});
