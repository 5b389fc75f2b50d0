import { sameWords, type Fields, type Values } from '../record/fields.ts';
import { roleNames } from '../role-names.ts';
import { userFields } from './fields.ts';

/** A role of the company's own. */
export const roleFields = {
  name: { label: 'Nome', kind: 'text', required: 'Inserire il nome', maxLength: 60 },
  base: {
    label: 'Copiato da',
    kind: 'choice',
    words: sameWords(roleNames),
    default: 'Venditore',
    help: 'Senza limiti di sconto suoi, valgono quelli di questo',
  },
  privileges: {
    label: 'Privilegi',
    kind: 'many',
    required: 'Scegliere almeno un privilegio',
    words: userFields.privileges.words,
  },
} as const satisfies Fields;
export type RoleInput = Values<typeof roleFields>;
