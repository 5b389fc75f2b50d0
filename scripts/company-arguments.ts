import { z } from 'zod';
import type { NewCompany } from '../backend/lib/people/open-company.ts';
import { companyFields } from '../domain/companies/fields.ts';
import { locationFields } from '../domain/companies/place-fields.ts';

const text = (least: number, most: number) => {
  const sentence = `da ${least} a ${most} lettere`;
  return z.string(sentence).trim().min(least, sentence).max(most, sentence);
};
const whole = 'un numero intero da 1 a 2147483647, diverso per ogni azienda; il 10 è della casa costruttrice';
const amount = 'un importo in euro IVA inclusa, per esempio 950 o 950,50';

/** What each argument must be, in Italian; those with a default may be missing. */
const wanted = z.object({
  id: z
    .string(whole)
    .regex(/^[1-9]\d{0,9}$/, whole)
    .transform(Number)
    .pipe(z.int().max(2_147_483_647, whole)),
  name: text(2, companyFields.name.maxLength),
  province: z
    .string('la sigla della provincia, per esempio TO')
    .regex(/^[A-Z]{2}$/, 'la sigla della provincia, due lettere maiuscole, per esempio TO'),
  admin: z.email('l’indirizzo e-mail dell’amministratore, per esempio nome@azienda.it').max(254),
  'admin-name': text(2, 100).default('Amministratore'),
  place: text(1, locationFields.name.maxLength).default('Sede'),
  'road-cost': z
    .string(amount)
    .regex(/^\d{1,6}([.,]\d{1,2})?$/, amount)
    .transform((euros) => Math.round(Number(euros.replace(',', '.')) * 100))
    .nullable()
    .default(null),
});
const names = Object.keys(wanted.shape) as (keyof typeof wanted.shape)[];

export const USAGE =
  'Uso: npm run company -- --id 31 --name "Autosalone" --province TO --admin nome@azienda.it ' +
  '[--admin-name "Nome Cognome"] [--place "Torino centro"] [--road-cost 950]';

/**
 * The named arguments with their values; true: without one. Node's own parser takes `--province` for the value of a
 * `--name` before it, which would name the wrong argument.
 */
function splitArguments(args: readonly string[]): { values: Map<string, string | true>; stray: string[] } {
  const values = new Map<string, string | true>();
  const stray: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(args[at]!) ?? [];
    const next = args[at + 1];
    if (name === undefined) stray.push(args[at]!);
    else if (inline !== undefined || next === undefined || next.startsWith('--')) values.set(name, inline ?? true);
    else values.set(name, args[(at += 1)]!);
  }
  return { values, stray };
}

/** The company that the arguments describe, or a sentence for each wrong one; `road-cost` in cents. */
export function readArguments(args: readonly string[]): NewCompany | { wrong: string[] } {
  const { values, stray } = splitArguments(args);
  const read = wanted.safeParse(Object.fromEntries([...values].filter(([, value]) => value !== true)));
  const asked = (read.error?.issues ?? []).map(({ path: [name], message }) => {
    const given = values.get(String(name));
    const why = given === undefined ? 'manca' : given === true ? 'manca il valore' : `«${given}» non va bene`;
    return `--${String(name)}: ${why}; serve ${message}`;
  });
  const all = names.map((name) => `--${name}`).join(', ');
  const unknown = [...values.keys()].filter((name) => !names.some((one) => one === name));
  const wrong = [
    ...asked,
    ...unknown.map((name) => `--${name}: argomento sconosciuto; ci sono ${all}`),
    ...stray.map((one) => `«${one}»: valore senza nome; mettere tra virgolette i valori con spazi`),
  ];
  if (!read.success || wrong.length > 0) return { wrong };
  const { id, name, province, admin, 'admin-name': adminName, place, 'road-cost': roadCost } = read.data;
  return { id, name, province, admin: { name: adminName, email: admin }, places: [place], roadCost };
}
