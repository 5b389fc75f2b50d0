import { lazy } from 'react';
import type { Numbering } from '#domain/companies/numbering.ts';
import { numberKinds, numberOf, type NumberKind } from '#domain/companies/numbers.ts';
import type { CompanyProfile } from '#domain/companies/schema.ts';
import type { SettingPart } from '#domain/record/setting-parts.ts';
import { t } from '#site/lib/intl.ts';
import { dated } from '#site/messages/it/kit.ts';
import { preferences } from '#site/messages/it/preferences.ts';
import { EditCard } from '#site/ui/dated/EditCard.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';

const NumbersForm = lazy(() => import('./NumbersForm.tsx'));
const words = preferences.company;

const said = ({ kind, year, next, prefix }: Numbering) => numberOf(kind, year, next, prefix);

/** How each kind of document is numbered, and what may still be chosen. */
export function Numbers({
  part,
  company,
  edited,
  onEdit,
  onSaved,
}: {
  part: SettingPart;
  company: CompanyProfile;
  edited: string | null;
  onEdit: (id: string | null) => void;
  onSaved: (saved: CompanyProfile) => void;
}) {
  const kinds = Object.keys(numberKinds) as NumberKind[];
  const of = (kind: NumberKind) => company.numbers.filter((one) => one.kind === kind);
  const years = [...new Set(company.numbers.map(({ year }) => year))];
  const idOf = (kind: NumberKind) => `${part.id}-${kind}`;
  const chosen = kinds.find((kind) => idOf(kind) === edited);
  return (
    <EditCard
      id={part.id}
      title={part.title}
      help={part.help}
      wide
      editing={chosen !== undefined}
      onEdit={undefined}
      renderForm={() =>
        chosen && (
          <NumbersForm
            kind={chosen}
            // The first year that has given none yet.
            numbering={of(chosen).find(({ given }) => !given)!}
            company={company}
            onSaved={onSaved}
            onClose={() => onEdit(null)}
          />
        )
      }
    >
      <TableWrap label={part.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.numbers.kind}</th>
              {years.map((year) => (
                <th scope="col" key={year}>
                  {t(words.numbers.next, { year })}
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">{dated.edit}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => {
              const open = of(kind).find(({ given }) => !given);
              return (
                <tr key={kind}>
                  <td>
                    <b>{numberKinds[kind].label}</b>
                  </td>
                  {of(kind).map((one) => (
                    <td key={one.year}>
                      {said(one)} {one.given && <small className="muted">{words.numbers.given}</small>}
                    </td>
                  ))}
                  <td className="num">
                    {open && edited === null && (
                      <button
                        type="button"
                        className="btn small"
                        aria-label={t(words.numbers.edit, { kind: numberKinds[kind].label, year: open.year })}
                        onClick={() => onEdit(idOf(kind))}
                      >
                        {t(words.numbers.choose, { year: open.year })}
                      </button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableWrap>
    </EditCard>
  );
}
