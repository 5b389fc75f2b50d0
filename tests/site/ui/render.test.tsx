import { renderToStaticMarkup as html } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { accessoriesList } from '#site/areas/accessories/columns.ts';
import { Combobox } from '#site/ui/Combobox.tsx';
import { Field, Select } from '#site/ui/Field.tsx';
import type { Filter, ListPage } from '#site/ui/list/table/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { SumText } from '#site/ui/list/head/SumText.tsx';
import { MoneyField, TaxableField } from '#site/ui/MoneyField.tsx';
import { PhoneField } from '#site/ui/PhoneField.tsx';
import { Timeline } from '#site/ui/Timeline.tsx';

const nothing = () => {};

test('of the sums of one state those below their columns are not said again beside the table, nor is the state', () => {
  const figure = (key: string) => ({ key, label: key, amount: '1,00 €', lost: false });
  const sums = { state: 'In attesa', count: '4', figures: [figure('total'), figure('margin')] };
  const shown = (below: string[]) =>
    html(<SumText sums={sums} below={below} />)
      .replaceAll(/<span class="below">.*?<\/span>/g, '')
      .replaceAll(/<[^>]*>/g, '');
  expect(shown(['total'])).toBe('margin 1,00 €');
  expect(shown([])).toBe('In attesa 4: total 1,00 €, margin 1,00 €');
});

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
  const list = (search: string, page: ListPage = { rows, total: 120 }) =>
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
    expect(markup).toContain('Si sfogliano le prime 5.000');
    // An address of a list that was counted to its end before.
    expect(list('?offset=6000', { rows, total: 5001 })).toContain('6.001–6.050 di 5.000+');
  });

  test('leads to the last row of what is counted to its end', () => {
    const whole = list('?inStock=true&offset=5000&exact=true', { rows, total: 7412, isExact: true });
    expect(whole).toContain('5.001–5.050 di 7.412');
    expect(whole.replaceAll('&amp;', '&')).toContain('href="?inStock=true&offset=5050&exact=true"');
    expect(whole).not.toMatch(/5\.000\+|Si sfogliano/);
    const end = list('?offset=7400', { rows: rows.slice(0, 12), total: 7412, isExact: true });
    expect(end).toContain('7.401–7.412 di 7.412');
    expect(end).not.toContain('Successivi');
  });

  test('says below the list only the sums of one state whose columns are not shown', () => {
    const page = { rows, total: 50, sums: [{ state: 'true', count: 50, price: 123_00, cost: 45_00 }] };
    const summed = { ...spec, totals: { by: 'inStock', columns: ['price', 'cost'] } };
    const shown = (search: string) => html(<DataList spec={summed} data={{ page, saved: [], search }} />);
    expect(shown('?columns=code,price,cost')).toContain('class="below"><span class="sum">');
    const some = shown('?columns=code,price');
    expect(some).not.toContain('class="below"><span class="sum">');
    expect(some).toMatch(/<span class="sum">.*<span>[^<]* 45,00.*<span class="below">, [^<]* 123,00/);
  });

  test('a view with the filter of a shortcut is lit and can be deleted; where none shows it, it can be saved', () => {
    const cheap = { label: 'Poco caro', filters: { priceTo: '10' } };
    const filters = [{ kind: 'range', of: 'money', key: 'priceFrom', to: 'priceTo', label: 'Prezzo' }] as const;
    const view = {
      id: 1,
      area: spec.area,
      name: 'Miei',
      shared: false,
      own: true,
      removable: true,
      state: cheap.filters,
    };
    const tabs = (saved: readonly (typeof view)[]) =>
      html(
        <DataList
          spec={{ ...spec, filters: [...spec.filters, ...filters], shortcuts: [cheap] }}
          data={{ page: { rows, total: 50 }, saved: [...saved], search: '?priceTo=10' }}
        />,
      );
    const lit = (markup: string) =>
      /class="tabs"[^]*?<\/nav>/.exec(markup)![0].match(/(?<=aria-current="true"[^>]*>)[^<]+/g);
    const kept = tabs([view]);
    expect(lit(kept)).toEqual(['Miei']);
    expect(kept).toContain('Elimina vista');
    expect(kept).not.toContain('Salva vista');
    const free = tabs([]);
    expect(lit(free)).toEqual([spec.views[0]!.name]);
    expect(free).toContain('Salva vista');
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
