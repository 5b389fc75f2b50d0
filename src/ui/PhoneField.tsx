import { useState, type ComponentProps } from 'react';
import { telephone } from '#domain/italian.ts';
import { Field } from './Field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
};

/** A telephone number, shown in groups of digits. While the person types, the text stays as typed. */
export function PhoneField({ value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      {...field}
      type="tel"
      value={typed ?? telephone(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(currentTarget.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
