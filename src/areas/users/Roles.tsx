import { useEffect, useState } from 'react';
import { blankOf } from '#domain/record/fields.ts';
import { privilegeGroups } from '#domain/users/fields.ts';
import { roleFields as fields, type RoleInput } from '#domain/users/role-fields.ts';
import type { RoleEffect, RoleRow } from '#domain/users/roles.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { roles as words } from '#site/messages/it/users.ts';
import { Confirm } from '#site/ui/Dialog.tsx';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { pick, RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import './roles.css';

interface Props {
  roles: readonly RoleRow[];
  held: readonly number[];
  mayManage: boolean;
}

const titlesOf = (numbers: readonly string[]) => numbers.map((number) => fields.privileges.words[number]).join(' · ');

const formFields = (held: readonly number[], given: readonly string[]) =>
  formOf(fields, {
    privileges: {
      span: 6,
      options: privilegeGroups.flatMap(({ label: group, numbers }) =>
        numbers.map((number) => ({
          value: String(number),
          label: fields.privileges.words[number]!,
          group,
          // What is in the role already may stay or go; what one lacks cannot be put in.
          ...(!held.includes(number) && !given.includes(String(number)) && { locked: words.lacking }),
        })),
      ),
    },
  });

/** Who would gain and lose what if the role were saved like this. */
function Effects({ id, values }: { id: number | null; values: RoleInput }) {
  const [effects, setEffects] = useState<readonly RoleEffect[]>([]);
  const asked = JSON.stringify({
    ...(id !== null && { id }),
    name: values.name,
    privileges: values.privileges.join(','),
  });
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(
      () =>
        call('GET /users/roles/preview', { query: JSON.parse(asked), signal: control.signal }).then(
          setEffects,
          () => {},
        ),
      300,
    );
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [asked]);
  if (effects.length === 0) return <p className="muted">{words.nobodyChanges}</p>;
  return (
    <section className="effects" aria-live="polite">
      <h3>{t(words.changes, { n: effects.length })}</h3>
      <ul>
        {effects.map(({ id: person, name, blocked, gains, loses, issue }) => (
          <li key={person}>
            <b>{name}</b> {blocked && <small>({words.blocked})</small>}
            {issue && <small className="bad">{issue}</small>}
            {loses.length > 0 && <small>{t(words.loses, { names: titlesOf(loses) })}</small>}
            {gains.length > 0 && <small>{t(words.gains, { names: titlesOf(gains) })}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the role stands in the place of one of the product. */
const isPreset = ({ name, base }: RoleRow) => name === base;

function Table({
  roles,
  mayManage,
  onEdit,
  onCopy,
  onRemove,
}: {
  roles: readonly RoleRow[];
  mayManage: boolean;
  onEdit(role: RoleRow): void;
  onCopy(role: RoleRow): void;
  onRemove(role: RoleRow): void;
}) {
  return (
    <TableWrap label={words.role} className="card">
      <table className="roles">
        <thead>
          <tr>
            <th scope="col">{words.role}</th>
            <th scope="col" className="num">
              {words.people}
            </th>
            <th scope="col" className="num">
              {fields.privileges.label}
            </th>
            <th scope="col">
              <span className="sr-only">{words.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <tr key={role.name}>
              <th scope="row">
                {role.name}
                <small>
                  {role.id === null
                    ? words.preset
                    : isPreset(role)
                      ? words.replacing
                      : t(words.copied, { name: role.base })}
                </small>
              </th>
              <td className="num">
                <a className="link" href={`/dealer/users?role=${encodeURIComponent(role.name)}`}>
                  {role.people}
                </a>
              </td>
              <td className="num">{role.privileges.length}</td>
              <td>
                {mayManage && (
                  <span className="row">
                    <button type="button" className="btn small" onClick={() => onEdit(role)}>
                      {words.edit}
                    </button>
                    <button type="button" className="btn small" onClick={() => onCopy(role)}>
                      {words.copy}
                    </button>
                    {role.id !== null && (isPreset(role) || role.people === 0) && (
                      <button type="button" className="btn small" onClick={() => onRemove(role)}>
                        {isPreset(role) ? words.back : words.remove}
                      </button>
                    )}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

/** The roles that people may have, those of the product and the company's own. */
export function Roles({ held, mayManage, ...given }: Props) {
  const [roles, setRoles] = useState(given.roles);
  /** The role in the form; without an id it is made new, from another one or in the place of one of the product. */
  const [editing, setEditing] = useState<{ id: number | null; version: number; values: RoleInput } | null>(null);
  const [removing, setRemoving] = useState<RoleRow | null>(null);
  const again = () => call('GET /users/roles', {}).then(setRoles);
  const form = blankOf(fields) as RoleInput;
  const edit = ({ id, version, ...role }: RoleRow) =>
    setEditing({ id, version, values: pick(role as RoleInput, form) });
  const copy = (role: RoleRow) => {
    const may = role.privileges.filter((number) => held.includes(Number(number)));
    setEditing({
      id: null,
      version: 0,
      values: { name: t(words.copyName, { name: role.name }), base: role.base, privileges: may },
    });
  };
  const remove = async ({ id, name }: RoleRow) => {
    setRemoving(null);
    try {
      await call('DELETE /users/roles/:roleId', { params: { roleId: id! } });
      await again();
      void toast(t(words.removed, { name }), { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  return (
    <>
      <Table roles={roles} mayManage={mayManage} onEdit={edit} onCopy={copy} onRemove={setRemoving} />
      {editing && (
        <RecordForm<RoleInput, RoleRow>
          title={editing.values.name}
          fields={formFields(held, editing.values.privileges)}
          initial={editing.values}
          version={editing.version}
          save={(body, { version, key }) =>
            editing.id === null
              ? call('POST /users/roles', { body, key })
              : call('PUT /users/roles/:roleId', { params: { roleId: editing.id }, body, version })
          }
          onSaved={({ name, people }) => {
            setEditing(null);
            void again();
            void toast(t(words.saved, { name, n: people }), { kind: 'ok' });
          }}
          onClose={() => setEditing(null)}
          note={words.note}
        >
          {(values) => <Effects id={editing.id} values={values} />}
        </RecordForm>
      )}
      {removing && (
        <Confirm
          open
          title={isPreset(removing) ? words.back : words.remove}
          text={t(isPreset(removing) ? words.backText : words.removeText, { name: removing.name })}
          verb={isPreset(removing) ? words.back : words.remove}
          onClose={() => setRemoving(null)}
          onConfirm={() => void remove(removing)}
        />
      )}
    </>
  );
}
