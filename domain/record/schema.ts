/** The schemas of a record, made from its fields: of the input (`schemaOf`) and of the answer (`answerOf`). */
import { z } from 'zod';
import { CLOCK } from '../dates.ts';
import { money, number } from '../italian.ts';
import { MONEY_LIMIT } from '../money.ts';
import { blankValue, REACH_LENGTH, typed, type Field, type Fields, type TypedKey, type ValueOf } from './fields.ts';
import { otherEmails, readEmail } from '../emails.ts';
import { severalNumbers } from '../phone-parts.ts';
import { PHONE_LENGTH, phoneIn } from '../phones.ts';
import { dayIn, line, lines } from '../text.ts';
import { withOthersIn } from './several.ts';

type Shape<F> = { [K in TypedKey<F>]: z.ZodType<ValueOf<F[K]>, ValueOf<F[K]>> };
/** A restricted field is missing from the answers for people who may not see it. */
type AnswerShape<F> = {
  [K in TypedKey<F>]: F[K] extends { seenWith: readonly number[] }
    ? z.ZodOptional<z.ZodType<ValueOf<F[K]>>>
    : z.ZodType<ValueOf<F[K]>>;
};
type Make = (field: Field) => z.ZodType;

/** Each of the fields was made into the check that its type says: zod sees only that they are checks. */
export const objectOf = <S extends z.core.$ZodShape>(checks: readonly [string, z.ZodType][]) =>
  z.object(Object.fromEntries(checks)) as unknown as z.ZodObject<S>;

const shapeOf = <F extends Fields, S extends z.core.$ZodShape = Shape<F>>(fields: F, make: Make) =>
  objectOf<S>(typed(fields).map(([key, field]) => [key, field.nullable ? make(field).nullable() : make(field)]));

/** Text of a certain form with a maximum length. */
const like = (most: number, isOne: (text: string) => boolean, message: string, required = message) =>
  z
    .string()
    .max(most, message)
    .refine(isOne, { error: ({ input }) => (input === '' ? required : message) });
const WRONG_PHONE = 'Inserire un numero di telefono valido';
/** A record keeps all that is typed (several.ts); one without a place for the others takes none of them. */
const SEVERAL_PHONES = 'Sono più numeri: qui ne va uno';
const SEVERAL_EMAILS = 'Sono più indirizzi: qui ne va uno';
const phoneOr = (none: string | null) =>
  z
    .string()
    .max(PHONE_LENGTH, WRONG_PHONE)
    .transform((typed, ctx) => {
      const number = typed === none ? none : phoneIn(typed);
      const isOne = severalNumbers(typed).length === 0;
      if (number !== null && isOne) return number;
      ctx.addIssue({ code: 'custom', message: isOne ? WRONG_PHONE : SEVERAL_PHONES });
      return z.NEVER;
    });
/** A telephone number as people type it; the result is E.164. */
export const phone = phoneOr(null);

export const WRONG_EMAIL = 'Inserire un indirizzo e-mail valido';
/** An e-mail address as people type it in one line, of at most 254 characters; the result is the address alone. */
export const emailOr = (message: string, none: string | null = null) =>
  z
    .string()
    .max(REACH_LENGTH, message)
    .transform((typed, ctx) => {
      const text = typed.trim();
      const address = text === none ? none : /[\r\n]/.test(text) ? null : readEmail(text);
      const isOne = otherEmails(text).length === 0;
      if (address !== null && isOne) return address;
      ctx.addIssue({ code: 'custom', message: isOne ? message : SEVERAL_EMAILS });
      return z.NEVER;
    });

/**
 * The schema of a call that takes such a record: what its fields of one telephone or address hold beside it goes to the
 * field `into` before they are checked.
 */
export const keepingAll = <S extends z.ZodType>(fields: Fields, into: string, schema: S) =>
  z.preprocess((sent: z.input<S>) => withOthersIn(fields, into, sent), schema);

const isTime = (text: string) => CLOCK.test(text);

/** The schema of a field's input, with all its limits and Italian messages. */
function accepted(field: Field): z.ZodType {
  const { required, invalid } = field;
  switch (field.kind) {
    case 'text':
    case 'area': {
      const { maxLength, pattern } = field;
      const none = required ? null : '';
      if (field.phone) return field.nullable ? optional(phone) : phoneOr(none);
      if (field.email)
        return field.nullable ? optional(emailOr(invalid ?? WRONG_EMAIL)) : emailOr(invalid ?? WRONG_EMAIL, none);
      const text = field.kind === 'text' ? line : lines;
      const given = required && !field.nullable ? text.min(1, required) : text;
      const limited = given.max(maxLength, `Al massimo ${maxLength} caratteri`);
      const fitting = pattern ? limited.regex(pattern, invalid ?? required) : limited;
      return field.nullable
        ? z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), fitting.nullable())
        : fitting;
    }
    case 'number':
    case 'percent': {
      const { min, max, decimals = 0, scale = 1 } = field;
      const both = min !== undefined && max !== undefined && decimals === 0;
      const range =
        invalid ?? (both ? `Inserire un numero da ${number(min / scale)} a ${number(max / scale)}` : undefined);
      let check = decimals === 0 && field.kind === 'number' ? z.int(range) : z.number(range);
      if (min !== undefined) check = check.min(min, range ?? `Minimo ${min}`);
      return max === undefined ? check : check.max(max, range ?? `Massimo ${max}`);
    }
    case 'money': {
      const { min = 0, max = MONEY_LIMIT } = field;
      const least = min === 0 ? 'L’importo non può essere negativo' : (required ?? 'Importo troppo piccolo');
      return z
        .int('Inserire un importo')
        .min(min, least)
        .max(max, `Importo troppo grande: al massimo ${money(max)}`);
    }
    case 'day':
      return dayIn(field.span, invalid, required);
    case 'time':
      return like(5, isTime, invalid ?? 'Inserire un orario, per esempio 14:30');
    case 'colour':
      return like(7, (text) => /^#[0-9a-f]{6}$/.test(text), invalid ?? 'Scegliere un colore');
    case 'flag':
      return required ? z.literal(true, required) : z.boolean();
    case 'choice':
      return z.enum(Object.keys(field.words), invalid ?? required);
    case 'many':
      return z.array(z.enum(Object.keys(field.words), invalid)).max(Object.keys(field.words).length);
    case 'order': {
      const all = Object.keys(field.words);
      // Words that are not given come last.
      return z
        .array(z.enum(all))
        .max(all.length)
        .transform((given) => [...new Set([...given, ...all])]);
    }
    case 'lookup':
    case 'file':
      return z.int(required ?? invalid);
    case 'lookups':
      return z.array(z.int()).max(field.most, `Al massimo ${field.most}`);
    case 'rows':
      return z.array(shapeOf(field.fields, accepted)).max(field.most, invalid ?? `Al massimo ${field.most}`);
    case 'group':
      return shapeOf(field.fields, accepted);
  }
}

/**
 * The schema of a field's value in answers, without limits: records stored under older limits must still be answered.
 */
function promised(field: Field): z.ZodType {
  switch (field.kind) {
    case 'number':
    case 'percent':
      return field.decimals || field.kind === 'percent' ? z.number() : z.int();
    case 'money':
    case 'lookup':
    case 'file':
      return z.int();
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(Object.keys(field.words));
    case 'many':
    case 'order':
      return z.array(z.enum(Object.keys(field.words)));
    case 'lookups':
      return z.array(z.int());
    case 'rows':
      return z.array(shapeOf(field.fields, answered));
    case 'group':
      return shapeOf(field.fields, answered);
    default:
      return z.string();
  }
}

/** A restricted field is optional in answers. */
const answered: Make = (field) => (field.seenWith ? promised(field).optional() : promised(field));

/** The schema for the input of a record with these fields. */
export const schemaOf = <const F extends Fields>(fields: F) => shapeOf(fields, accepted);

type Owns = Readonly<Record<string, z.ZodType>>;
type Missable = { nullable: string | true } | { default: unknown } | { kind: 'text' | 'area' };
/** The input of an optional field may have any type; only the result of parsing counts. */
type InputShape<F, Own extends Owns> = {
  [K in TypedKey<F>]: K extends keyof Own
    ? Own[K]
    : F[K] extends Missable
      ? z.ZodDefault<z.ZodType<ValueOf<F[K]>, ValueOf<F[K]>>>
      : z.ZodType<ValueOf<F[K]>, ValueOf<F[K]>>;
};

/** A value that may be omitted or empty; it is then null. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable().default(null));

/**
 * The schema for a record whose fields may be omitted and are then blank; `own` replaces the schemas of some fields.
 */
export const inputOf = <const F extends Fields, Own extends Owns>(fields: F, own: Own) =>
  objectOf<InputShape<F, Own>>(
    typed(fields).map(([key, field]) => {
      if (own[key]) return [key, own[key]];
      // What must not be empty is asked of the record as a whole.
      if (field.nullable && field.kind === 'text')
        return [key, optional(accepted({ ...field, nullable: undefined, required: undefined }))];
      const accepts = accepted(field);
      if (field.nullable) return [key, optional(accepts)];
      const mayMiss = field.default !== undefined || field.kind === 'text' || field.kind === 'area';
      return [key, mayMiss ? accepts.default(blankValue(field)) : accepts];
    }),
  );

/** Those fields in an answer; the area adds id, version and what is derived. */
export const answerOf = <const F extends Fields>(fields: F) => shapeOf<F, AnswerShape<F>>(fields, answered);
