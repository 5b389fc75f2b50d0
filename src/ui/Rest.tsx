import { hintOf } from '#domain/record/several.ts';
import type { Fields } from '#domain/record/fields.ts';

interface Props {
  fields: Fields;
  /** The field of one telephone or address, and the one that takes the rest. */
  of: string;
  into: string;
  record: Readonly<Record<string, unknown>>;
}

/** Where the rest goes of what is typed into a field of one telephone or address. */
export default function Rest({ fields, of, into, record }: Props) {
  const hint = hintOf(fields, of, into, record);
  return (
    hint && (
      <p className="help" role="status">
        {hint}
      </p>
    )
  );
}
