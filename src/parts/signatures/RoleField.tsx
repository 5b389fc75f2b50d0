import { signerRoles, type SignerRole } from '#domain/signatures/terms.ts';
import { Field, type FieldBase } from '#site/ui/Field.tsx';

/** As what a party of the record signs, which nobody types. */
export const RoleField = ({ label, name, value }: FieldBase & { value: string }) => (
  <Field label={label} name={name} value={signerRoles[value as SignerRole]} readOnly />
);
