import fc from 'fast-check';
import { z } from 'zod';

/** Texts in all the formats that the product checks; a schema accepts some of them. */
const texts = [
  'Rossi',
  '2026-11-20',
  '2026-11-20T10:00:00+01:00',
  'e3*2018/858*00123*02',
  'MI',
  'mario.rossi@example.it',
  'RSSMRA85T10A562S',
  '00743110157',
  '3401234567',
  '20121',
  '123456',
  'ABC1234',
  '#035172',
  '#999999',
  'cXVhZHJv',
  'un testo abbastanza lungo',
  'Z2V0dG9uZS1kaS1wcm92YS1hYmJhc3RhbnphLWx1bmdv',
  '7',
  '09:00',
  '12:30',
  'csv',
  'draft,issued',
  'true',
  'IT60X0542811101000000123456',
  'MI-1234567',
  'www.autosalone.it',
  'https://www.autosalone.it',
  '07/12',
  '91',
  '5f'.repeat(32),
  'a1.Zm9ybWEtaW4tYXR0ZXNhLX',
];
type Def = {
  type: string;
  innerType: z.ZodType;
  element: z.ZodType;
  options: z.ZodType[];
  entries: Record<string, string>;
  values: unknown[];
  shape: Record<string, z.ZodType>;
  in: z.ZodType;
  out: z.ZodType;
  items: z.ZodType[];
  keyType: z.ZodType;
  valueType: z.ZodType;
};

/**
 * Values that mostly fit a schema; the caller handles those that the schema's own rules refuse. Throws on an unknown
 * kind of schema.
 */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const made = arbitraries.get(schema) ?? make(schema);
  arbitraries.set(schema, made);
  return made;
}
/** The kind of value that the first of chained schemas takes; what prepares a value takes what it prepares it for. */
const startOf = (schema: z.ZodType): string => {
  const { type, in: first, out } = schema.def as unknown as Def;
  return type === 'pipe' ? startOf(first.def.type === 'transform' ? out : first) : type;
};
/** How many items an array must have; null: it says no number. */
function lengthOf(schema: z.ZodType): number | null {
  const checks = schema._zod.def.checks?.map(({ _zod }): { check: string; length?: number } => _zod.def);
  return checks?.find(({ check }) => check === 'length_equals')?.length ?? null;
}
/** The texts that a schema accepts: those that parsing leaves unchanged, as tests compare an answer with its sample. */
function fittingTexts(schema: z.ZodType): string[] {
  const kept = texts.filter((text) => schema.safeParse(text).data === text);
  return kept.length > 0 ? kept : texts.filter((text) => schema.safeParse(text).success);
}
const arbitraries = new WeakMap<z.ZodType, fc.Arbitrary<unknown>>();

function make(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = schema.def as unknown as Def;
  // A schema with rules that parts made by themselves never keep names what fits.
  const examples = schema.meta()?.examples as unknown[] | undefined;
  if (examples) return fc.constantFrom(...examples);
  switch (def.type) {
    case 'string': {
      const fitting = fittingTexts(schema);
      return fitting.length > 0 ? fc.constantFrom(...fitting) : fc.string();
    }
    case 'number': {
      const { minValue, maxValue, isInt } = schema as z.ZodNumber;
      const min = Math.max(minValue ?? 0, -2_000_000);
      const max = Math.min(maxValue ?? 2_000_000, 2_000_000);
      return isInt || schema instanceof z.ZodNumberFormat
        ? fc.integer({ min, max })
        : fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10);
    }
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType), { nil: null, freq: 4 });
    case 'optional':
      return fc.option(arbitraryOf(def.innerType), { nil: undefined, freq: 4 });
    case 'default':
      return arbitraryOf(def.innerType);
    case 'array': {
      const exact = lengthOf(schema);
      return fc.array(arbitraryOf(def.element), { minLength: exact ?? 1, maxLength: exact ?? 2 });
    }
    case 'tuple':
      return fc.tuple(...def.items.map(arbitraryOf));
    case 'union':
      return fc.oneof(...def.options.map(arbitraryOf));
    case 'record':
      // Of an enumeration a record has every key.
      if (def.keyType instanceof z.ZodEnum)
        return fc.record(Object.fromEntries(def.keyType.options.map((key) => [key, arbitraryOf(def.valueType)])));
      return fc.dictionary(arbitraryOf(def.keyType) as fc.Arbitrary<string>, arbitraryOf(def.valueType), {
        maxKeys: 3,
      });
    case 'pipe': {
      const source = def.in.def.type === 'transform' ? def.out : def.in;
      const fitting = fittingTexts(schema);
      return startOf(source) === 'string' && fitting.length > 0 ? fc.constantFrom(...fitting) : arbitraryOf(source);
    }
    case 'object':
      return fc
        .record(Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, arbitraryOf(field)])))
        .map((record) =>
          Object.fromEntries(Object.entries(record as object).filter(([, value]) => value !== undefined)),
        );
    default:
      throw new Error(`arbitraryOf does not know ${def.type}`);
  }
}

const samples = new WeakMap<z.ZodType, unknown>();

/** If none of so many values fits, none ever will: a text in the schema's format is missing above. */
const MOST_TRIES = 100_000;

/**
 * One value that fits a schema, the same at every call. Throws when nothing fits, and names the schema and the last
 * refusal.
 */
export function sampleOf(schema: z.ZodType): unknown {
  if (!samples.has(schema)) {
    let tries = 0;
    const fitting = arbitraryOf(schema).filter((value) => {
      const { success, error } = schema.safeParse(value);
      if (!success && (tries += 1) > MOST_TRIES) {
        const { shape = {} } = schema.def as Partial<Def>;
        const name = schema.description ?? `${schema.def.type} ${Object.keys(shape).join(', ')}`;
        throw new Error(`sampleOf found nothing that fits «${name}»: ${z.prettifyError(error!)}`);
      }
      return success;
    });
    samples.set(schema, fc.sample(fitting, { seed: 21, numRuns: 1 })[0]);
  }
  return samples.get(schema);
}

/**
 * Values that fit a schema: of an object some fields are chosen freely and the others are those of its sample, because the rules
 * between many fields refuse nearly all free choices.
 */
export function fittingOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const sample = sampleOf(schema);
  const isObject = startOf(schema) === 'object';
  return fc
    .tuple(arbitraryOf(schema), fc.infiniteStream(fc.nat(3)))
    .map(([value, choice]) => {
      if (!isObject) return value;
      const kept = Object.entries(sample as object).filter(() => choice.next().value !== 0);
      return { ...(value as object), ...Object.fromEntries(kept) };
    })
    .filter((value) => schema.safeParse(value).success);
}

/** Wrong values that clients send by mistake or on purpose. */
export const hostile: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  '',
  'x'.repeat(3000),
  '🚗',
  '‮ossor',
  '\u0000',
  '\ud800',
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  0.1,
  true,
  [],
  [[[]]],
  {},
  { __proto__: null },
  JSON.parse('{"__proto__":{"admin":true}}'),
  { $gt: '' },
  "' or 1=1 --",
  '../../admin',
  'NaN',
  '%00',
  '<script>',
);

/** A value in which one part, at any depth, is replaced by a hostile one, or which has an unknown key. */
export const mutated = (value: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.nat(), hostile).map(([at, bad]) => {
    const places: ((to: unknown) => void)[] = [];
    const root = { value: structuredClone(value) };
    const walk = (parent: object) => {
      for (const key of Object.keys(parent)) {
        places.push((to) => Reflect.set(parent, key, to));
        const child: unknown = Reflect.get(parent, key);
        if (typeof child === 'object' && child !== null) {
          places.push((to) => Reflect.set(child, 'company_id', to));
          walk(child);
        }
      }
    };
    walk(root);
    places[at % places.length]!(bad);
    return root.value;
  });
