import type { ReactNode } from 'react';
import { day } from '#domain/italian.ts';
import { fiscalFields as fields, type FiscalSettings as Values } from '#domain/preferences/fiscal.ts';
import { textOf } from '#domain/record/field-text.ts';
import { fiscal as words } from '#site/messages/it/fiscal.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

interface Props {
  title: string;
  keys: readonly (keyof Values)[];
  values: Values;
  /** Since when a value holds, and whose it is or where it was read; null: there is none. */
  about: (key: keyof Values) => { from: string; text: ReactNode } | null;
}

/** Fiscal values of a part: how much, since when, and whose they are. */
export const FiscalTable = ({ title, keys, values, about }: Props) => (
  <TableWrap label={title} className="as-cards">
    <table>
      <thead>
        <tr>
          <th scope="col">{words.parameter}</th>
          <th scope="col" className="num">
            {words.value}
          </th>
          <th scope="col">{words.since}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => {
          const known = about(key);
          return (
            <tr key={key}>
              <td>{fields[key].label}</td>
              <td className="num" data-label={words.value}>
                {textOf(fields[key], values[key])}
              </td>
              <td data-label={words.since}>
                {known ? day(known.from) : '—'}
                {known && <small className="whose">{known.text}</small>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </TableWrap>
);
