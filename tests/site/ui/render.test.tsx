import { renderToStaticMarkup as html } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { accessoriesList } from '#site/areas/accessories/columns.ts';
import { Combobox } from '#site/ui/Combobox.tsx';
import { Field, Select } from '#site/ui/Field.tsx';
import type { Filter } from '#site/ui/list/table/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { MoneyField, TaxableField } from '#site/ui/MoneyField.tsx';
import { PhoneField } from '#site/ui/PhoneField.tsx';
import { Timeline } from '#site/ui/Timeline.tsx';

const nothing = () => {};

describe('fields', () => {
  test('a label, an error and a help belong to their control', () => {
    const markup = html(<Field label="CAP" name="cap" help="5 cifre" error="Inserire un CAP di 5 cifre" required />);
    const id = /<label for="([^"]+)"/.exec(markup)![1]!;
    expect(markup).toContain(`id="${id}"`);
    expect(markup).toContain(`aria-describedby="${id}-error ${id}-help"`);
    expect(markup).toContain(`id="${id}-error" role="alert">Inserire un CAP di 5 cifre`);
    expect(markup).toMatch(/<input[^>]*aria-invalid="true"/);
  });

  test('without error nothing claims to be invalid', () => {
    expect(html(<Select label="Marca" name="maker" options={[]} empty="Tutte" />)).not.toMatch(
      /aria-(invalid|describedby)/,
    );
  });

  test('amounts are written out by the server, net where the switch says so', () => {
    expect(html(<MoneyField label="Prezzo" name="p" value={-123450} onChange={nothing} />)).toContain(
      'value="−1.234,50"',
    );
    const taxable = html(<TaxableField label="Prezzo" name="p" value={12200} net onNet={nothing} onChange={nothing} />);
    expect(taxable).toContain('value="100,00"');
    expect(taxable).toMatch(/aria-pressed="true"[^>]*>Imponibile/);
  });

  test('a telephone stands in groups, one that is being entered as it is', () => {
    const shown = (value: string) => html(<PhoneField label="Telefono" name="p" value={value} onChange={nothing} />);
    expect(shown('+393471234567')).toMatch(/type="tel"[^>]*value="347 123 4567"/);
    expect(shown('34')).toContain('value="34"');
  });

  test('a combobox announces its closed list', () => {
    const markup = html(
      <Combobox label="Cliente" name="c" value={null} text={String} search={async () => []} onSelect={nothing} />,
    );
    expect(markup).toMatch(/role="combobox"[^>]*aria-expanded="false"/);
    expect(markup).toMatch(/role="listbox"[^>]*aria-label="Cliente"/);
  });
});

test('the activity says in words what was empty before or is now, and a reason without a before', () => {
  const of = (from: string, to: string) =>
    html(
      <Timeline
        events={[
          { at: '2026-11-20T09:00:00Z', who: 'Anna', what: 'ha modificato', changes: [{ field: 'CAP', from, to }] },
        ]}
      />,
    ).match(/<dd>(.*?)<\/dd>/)![1];
  expect([of('20121', '20122'), of('—', '20121'), of('20121', '—'), of('', 'Prezzo')]).toEqual([
    ...['<s>20121</s> → 20122', 'impostato: 20121', 'tolto: 20121', 'Prezzo'],
  ]);
});

describe('a list before any script', () => {
  const spec = accessoriesList({ userId: 1, mayManage: true, held: [4], makers: [] });
  const rows = Array.from({ length: 50 }, (_, index) => ({
    id: index + 1,
    code: `A${index}`,
    description: index === 0 ? 'Tappetini <script>' : `Articolo ${index}`,
    fits: 'Tutti',
    price: 1000 * index,
    cost: 0,
    taxRate: 22,
    fittingMinutes: 0,
    inStock: true,
    activeFrom: null,
    activeTo: null,
  }));
  const list = (search: string, page = { rows, total: 120 }) =>
    html(<DataList spec={spec} data={{ page: { ...page, counts: [120, 4, 0] }, saved: [], search }} bulk={() => []} />);

  test('shows every row of the page, escaped, with the link that opens it', () => {
    const markup = list('?offset=50');
    expect(markup.match(/<tr data-id/g)).toHaveLength(50);
    expect(markup).toContain('<a class="open" href="?id=1">Tappetini &lt;script&gt;</a>');
    expect(markup).toContain('51–100 di 120');
  });

  test('orders and pages by links that keep the filters', () => {
    const markup = list('?inStock=true&offset=50').replaceAll('&amp;', '&');
    expect(markup).toContain('href="?inStock=true&sort=price&dir=asc"');
    expect(markup).toContain('href="?inStock=true&offset=100"');
    expect(markup).toContain('href="?inStock=true"');
    expect(markup).toMatch(/<th scope="col" aria-sort="ascending"><a href="\?inStock=true&sort=code&dir=desc"/);
  });

  test('tells more rows than are counted by a plus, and leads no further than those', () => {
    expect(list('', { rows, total: 5000 })).toContain('1–50 di 5.000 accessori<');
    const markup = list('?offset=4950', { rows, total: 5001 });
    expect(markup).toContain('4.951–5.000 di 5.000+');
    expect(markup).not.toContain('Successivi');
  });

  test('says why it is empty and what changes it', () => {
    const empty = { rows: [], total: 0 };
    expect(list('', empty)).toContain(spec.empty);
    expect(list('?q=zzz', empty)).toContain('Nessun risultato con questi filtri.');
  });

  const formWith = (filter: Filter) => (search: string) =>
    html(
      <DataList
        spec={{ ...spec, filters: [...spec.filters, filter] }}
        data={{ page: { rows, total: 120, counts: [120, 4, 0] }, saved: [], search }}
      />,
    );

  test('keeps in its form what it is filtered by, also where there is nothing to choose from', () => {
    const single = { kind: 'choice', key: 'locationId', label: 'Sede', options: [], hidden: true } as const;
    const form = formWith(single);
    expect(form('?locationId=7')).toContain('<input type="hidden" name="locationId" value="7"/>');
    expect(form('?locationId=7')).toContain('Sede: 7');
    expect(form('')).not.toContain('locationId');
  });

  test('keeps in its form what is chosen though it is not offered', () => {
    const among = {
      kind: 'choice',
      key: 'sellerId',
      label: 'Venditore',
      options: [{ value: '3', label: 'Anna' }],
    } as const;
    const form = formWith(among);
    expect(form('?sellerId=4')).toContain('<option value="4" selected="">4</option>');
    expect(form('?sellerId=3')).toContain('<option value="3" selected="">Anna</option>');
    expect(form('')).not.toContain('<option value="4"');
  });

  test('exports what is filtered', () => {
    expect(list('?q=tapp').replaceAll('&amp;', '&')).toContain(
      'href="/api/accessories/export?q=tapp&sort=code&dir=asc&format=xlsx"',
    );
  });
});
