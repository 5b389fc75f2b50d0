import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { CustomerType } from '#domain/customers/terms.ts';
import { customerFields } from '#domain/customers/fields.ts';
import { blankOf, type Fields, type Kind, type Values } from '#domain/record/fields.ts';
import { coverFields, insuranceFields } from '#domain/insurances/fields.ts';
import { schemaOf } from '#domain/record/schema.ts';
import { customerLayout } from '#site/parts/customers/customer-form.ts';
import { formOf, type Layout } from '#site/ui/record/form/form-of.ts';
import { missingOf, moved, pathsOf, sentOf, shownOf } from '#site/ui/record/form/form.ts';
import { FormFields } from '#site/ui/record/form/FormFields.tsx';
import { FormParts } from '#site/ui/record/form/FormParts.tsx';
import { Upload } from '#site/ui/record/form/Upload.tsx';

/** A place with its hours: every kind of field. */
const fields = {
  name: { label: 'Nome', kind: 'text', maxLength: 40, required: 'Inserire il nome' },
  open: { label: 'Aperta', kind: 'flag' },
  closedFrom: { label: 'Chiusa dal', kind: 'day', nullable: true, when: { field: 'open', is: [false] } },
  managerId: { label: 'Responsabile', kind: 'lookup', nullable: true },
  sellerIds: { label: 'Venditori', kind: 'lookups', most: 2 },
  makerIds: { label: 'Marche', kind: 'lookups', most: 9 },
  services: {
    label: 'Servizi',
    kind: 'many',
    words: { sale: 'Vendita', repair: 'Officina' },
    required: 'Sceglierne uno',
  },
  discount: { label: 'Sconto', kind: 'percent', decimals: 2, min: 0, max: 100, default: 0 },
  seats: { label: 'Posti', kind: 'number', min: 1, max: 90, suffix: 'auto', nullable: true },
  rent: { label: 'Affitto', kind: 'money' },
  washing: { label: 'Lavaggio', kind: 'money', rate: 'discount' },
  sign: { label: 'Insegna', kind: 'colour', default: '#1f3f8f' },
  parts: { label: 'Reparti', kind: 'order', words: { sale: 'Vendita', repair: 'Officina' } },
  notes: { label: 'Note', kind: 'area', maxLength: 200 },
  paper: { label: 'Contratto', kind: 'file', types: ['.pdf', 'image/png'], mostBytes: 1_500_000, nullable: true },
  address: {
    label: 'Indirizzo',
    kind: 'group',
    nullable: true,
    fields: {
      city: { label: 'Città', kind: 'text', maxLength: 60, required: 'Inserire la città' },
      abroad: { label: 'Estero', kind: 'flag' },
      province: {
        label: 'Provincia',
        kind: 'text',
        maxLength: 2,
        nullable: true,
        when: { field: 'abroad', is: [false] },
      },
    },
  },
  hours: {
    label: 'Orario',
    kind: 'rows',
    most: 3,
    fields: {
      day: { label: 'Giorno', kind: 'choice', words: { mon: 'Lunedì', tue: 'Martedì' } },
      from: { label: 'Dalle', kind: 'time', required: 'Inserire quando apre' },
    },
  },
} as const satisfies Fields;
type Value = Values<typeof fields>;

const people = async () => [];
const layout: Layout<typeof fields> = {
  managerId: { search: people, known: [{ id: 5, name: 'Anna Rossi' }] },
  sellerIds: { search: people, known: [{ id: 6, name: 'Ugo Neri' }] },
  makerIds: {
    options: [
      { value: 1, label: 'Lumera' },
      { value: 2, label: 'Vela' },
    ],
  },
  paper: { control: Upload, upload: async () => ({ id: 1, name: 'x' }), known: [{ id: 8, name: 'affitto.pdf' }] },
  hours: { look: 'table', next: (rows) => ({ day: rows.length ? 'tue' : 'mon' }) },
};
const form = formOf(fields, layout);
const value: Value = {
  ...blankOf(fields),
  name: 'Milano',
  managerId: 5,
  sellerIds: [6],
  makerIds: [2],
  services: ['repair'],
  paper: 8,
  address: { city: 'Monza', abroad: false, province: 'MB' },
  hours: [
    { day: 'mon', from: '09:00' },
    { day: 'tue', from: '' },
  ],
};
const render = (values: Value, errors = {}, readOnly = false) =>
  renderToStaticMarkup(
    <FormFields
      fields={form}
      values={values}
      errors={errors}
      readOnly={readOnly}
      parts={FormParts}
      onChange={() => {}}
    />,
  );
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('a form from its fields', () => {
  test('every kind has its control, with the limits of its field', () => {
    const html = render(value);
    const all: Record<Kind, true> = {
      text: true,
      area: true,
      number: true,
      percent: true,
      money: true,
      day: true,
      time: true,
      flag: true,
      colour: true,
      order: true,
      choice: true,
      many: true,
      lookup: true,
      lookups: true,
      file: true,
      rows: true,
      group: true,
    };
    const shown = [fields, fields.hours.fields, fields.address.fields].flatMap((some: Fields) => Object.values(some));
    expect(new Set(shown.map(({ kind }) => kind))).toEqual(new Set(Object.keys(all)));
    expect(html).toMatch(/<input[^>]*type="text"[^>]*name="name"|<input[^>]*name="name"[^>]*type="text"/);
    expect(html).toContain('maxLength="40"');
    expect(html).toMatch(/role="combobox"[^>]*value="Anna Rossi"/);
    expect(html.match(/type="time"/g)).toHaveLength(2);
    expect(html).toContain('value="09:00"');
    expect(html).toMatch(/<option[^>]*selected=""[^>]*>Martedì/);
    expect(html).toMatch(/<textarea[^>]*maxLength="200"/);
    expect(html).toMatch(/type="color"[^>]*value="#1f3f8f"/);
    expect(text(render({ ...value, parts: ['repair', 'sale'] }))).toMatch(/Reparti .*Officina 1.*Vendita 2/);
    expect(html).toContain('Imponibile');
  });

  test('a layout must say what no field can: a control that finds records does not compile without a call', () => {
    // @ts-expect-error -- where are people found?
    expect(formOf({ managerId: fields.managerId }, {})[0]!.kind).toBe('lookup');
    // @ts-expect-error -- where is the file kept?
    expect(formOf({ paper: fields.paper }, {})[0]!.kind).toBe('file');
  });

  test('any of few are boxes to tick: words, or the records of a list', () => {
    const html = render(value);
    expect(html).toMatch(/<legend>Servizi.*?Vendita<\/label>.*?name="services" checked="".*?Officina<\/label>/);
    expect(html).toMatch(/name="makerIds"\/?>Lumera<.*?name="makerIds" checked=""\/?>Vela</);
  });

  test('records that are found join the others up to their number, and each can be taken away', () => {
    const html = render(value);
    expect(html).toMatch(/<li class="chip">Ugo Neri<button[^>]*aria-label="Ugo Neri: togliere"/);
    expect(html).not.toContain('Al massimo 2');
    expect(text(render({ ...value, sellerIds: [6, 7] }))).toContain('Al massimo 2');
    expect(render(value, {}, true)).not.toContain('Ugo Neri: togliere');
  });

  test('a file is chosen by its types, the one that is there is named, and a required one that is missing is told', () => {
    const html = render(value);
    expect(html).toMatch(/<input[^>]*type="file"[^>]*accept=".pdf,image\/png"/);
    expect(text(html)).toContain('affitto.pdf');
    const file = { label: 'Documento', kind: 'file', types: ['.pdf'], mostBytes: 9 } as const;
    const needed = { paper: { ...file, required: 'Scegliere il documento' } } as const;
    const paper = formOf(needed, { paper: { control: Upload, upload: layout.paper.upload } });
    expect(missingOf(paper, { paper: 0 }, 'Manca')).toEqual({ paper: 'Scegliere il documento' });
  });

  test('a record within the record has its fields and messages, and one that may be missing is ticked away', () => {
    const html = render(value, { 'address.city': 'Città sconosciuta', address: 'Indirizzo incompleto' });
    const [, group] = html.split('name="address" checked=""');
    expect(group).toContain('Città sconosciuta');
    expect(group).toContain('Indirizzo incompleto');
    expect(group).toContain('value="MB"');
    const without = render({ ...value, address: null });
    expect(without).toMatch(/name="address"(?! checked)/);
    expect(without).not.toContain('value="Monza"');
  });
  test('a field that depends on another stands there only then, and is sent only then', () => {
    const closed = { ...value, open: false, closedFrom: '2026-12-01' };
    expect(text(render(closed))).toContain('Chiusa dal');
    expect(sentOf(form, closed).closedFrom).toBe('2026-12-01');
    const open = { ...closed, open: true };
    expect(text(render(open))).not.toContain('Chiusa dal');
    expect(sentOf(form, open)).toEqual({ ...open, closedFrom: null });
    const abroad = { ...open, address: { city: 'Lugano', abroad: true, province: 'MB' } };
    expect(sentOf(form, abroad).address).toEqual({ city: 'Lugano', abroad: true, province: null });
  });

  test('a choice that cannot be nothing is sent as it stands: a guarantee with another tariff is accepted', () => {
    const covers = formOf({ covers: insuranceFields.covers }, {});
    const cover = { ...blankOf(coverFields), cover: 'kasko' as const, model: 'rate' as const, rate: 18 };
    const sent = sentOf(covers, { covers: [cover] });
    expect(schemaOf({ covers: insuranceFields.covers }).safeParse(sent).error).toBeUndefined();
  });

  test('rows have their own names and tools, the message of a row stands in it, and there are no more than may be', () => {
    const html = render(value, { 'hours.1.from': 'Inserire quando apre' });
    expect(html.match(/<legend class="sr-only">Orario \d/g)).toHaveLength(2);
    const [, second] = html.split('Orario 2</legend>');
    expect(second).toContain('Inserire quando apre');
    expect(second).toMatch(/aria-label="Orario 2: sposta giù"[^>]*disabled/);
    expect(html).toContain('Aggiungi: Orario');
    expect(render({ ...value, hours: [...value.hours, { day: 'mon', from: '' }] })).not.toContain('Aggiungi: Orario');
    expect(render(value, {}, true)).not.toMatch(/Aggiungi|sposta|togliere/);
  });

  test('everything that is missing is told at once, each by its sentence, and every place can show a message', () => {
    const empty: Value = { ...value, name: '', services: [], address: { city: '', abroad: false, province: null } };
    expect(missingOf(form, empty, 'Campo obbligatorio')).toEqual({
      name: 'Inserire il nome',
      services: 'Sceglierne uno',
      'address.city': 'Inserire la città',
      'hours.1.from': 'Inserire quando apre',
    });
    expect(pathsOf(form, value)).toEqual(
      expect.arrayContaining(['name', 'hours', 'hours.0.day', 'hours.0.from', 'hours.1.from', 'address.city']),
    );
  });

  test('two versions are compared by names where the form knows them, never by ids alone', () => {
    const shown = (name: keyof Value, of: unknown) => form.find((field) => field.name === name)!.show!(of);
    expect(shown('managerId', 5)).toBe('Anna Rossi');
    expect(shown('makerIds', [2, 1])).toBe('Vela, Lumera');
    expect(shown('paper', 8)).toBe('affitto.pdf');
    expect(shown('managerId', null)).toBe('—');
  });

  test('moving a row keeps every row, and the ends hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.nat(),
        fc.integer({ min: -9, max: 9 }),
        (rows, n, by) => {
          const index = n % rows.length;
          const after = moved(rows, index, by);
          expect(after.toSorted()).toEqual(rows.toSorted());
          expect(after[Math.min(rows.length - 1, Math.max(0, index + by))]).toBe(rows[index]);
        },
      ),
    );
  });
});

describe('the form of a customer', () => {
  const customer = formOf(customerFields, customerLayout([]));
  const blank = blankOf(customerFields);
  const labels = (type: CustomerType) => shownOf(customer, { ...blank, type }).map(({ label }) => label);
  test.each<[CustomerType, string[], string[]]>([
    ['private', ['Cognome', 'Data di nascita'], ['Ragione sociale', 'Partita IVA', 'PEC']],
    ['vat', ['Cognome', 'Partita IVA', 'PEC'], ['Ragione sociale']],
    ['fleet', ['Ragione sociale', 'Forma giuridica', 'Partita IVA'], ['Cognome', 'Sesso']],
  ])('the form of a customer of type %s asks for what such a customer has', (type, has, not) => {
    expect(labels(type)).toEqual(expect.arrayContaining(has));
    expect(labels(type)).not.toEqual(expect.arrayContaining(not));
  });

  test('a company keeps no birthday of the person that was typed first', () => {
    const typed = { ...blank, lastName: 'Rossi', birthDate: '1980-01-01', companyName: 'Rossi S.r.l.' };
    expect(sentOf(customer, { ...typed, type: 'fleet' })).toMatchObject({
      lastName: null,
      birthDate: null,
      companyName: 'Rossi S.r.l.',
    });
  });
});
