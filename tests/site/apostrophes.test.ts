import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What the specification writes so. */
const literal = "per eseguire l'operazione richiesta.";
/** Elisions of Italian that no English comment and no name has. */
const straight =
  /\b([Ll]|[Uu]n|[Aa]ll|[Dd]all|dell|[Nn]ell|[Ss]ull|[Qq]uest|[Cc]|d|dev|[Cc]om|[Dd]ov|tutt|nessun)'[a-zàèéìòù]/;

test('Italian on screen has no straight apostrophe but where the specification writes one', () => {
  const files = ['src', 'domain', 'backend'].flatMap((part) =>
    readdirSync(part, { recursive: true, encoding: 'utf8' }).map((file) => `${part}/${file}`),
  );
  const found = files
    .filter((file) => /\.(tsx?|astro|typ)$/.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (straight.test(line.replace(literal, '')) ? `${file}:${index + 1}: ${line}` : [])),
    );
  expect(found).toEqual([]);
});
