/** The dialogs of files and folders; they load when one of them opens. */
import { fileFields, folderFields, moveFields, rolesField, seersFields, versionFields } from '#domain/files/fields.ts';
import type { Values } from '#domain/record/fields.ts';
import type { Choices, FileDetail, FolderRow } from '#domain/files/schema.ts';
import { pathOf, within } from '#domain/files/tree.ts';
import { call } from '#site/lib/call.ts';
import { files } from '#site/messages/it/files.ts';
import { forms as words } from '#site/messages/it/files-forms.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import type { PlaceNames } from './words.ts';

/** Roles as the form ticks them; what is named but no longer there stays until it is unticked. */
const rolesOf = ({ roles }: Choices, held: readonly string[] | null): Record<string, string> =>
  Object.fromEntries([...new Set([...roles, ...(held ?? [])])].map((name) => [name, name]));
/** The same of places, of which one may be closed. */
const placesOf = ({ locations }: Choices, held: readonly number[] | null, names: PlaceNames) =>
  [...new Set([...locations.map(({ id }) => id), ...(held ?? [])])].map((id) => ({
    value: id,
    label: names.get(id) ?? '—',
  }));

/** Folders as a choice, each with those around it. */
const foldersOf = (folders: readonly FolderRow[], without = new Set<number>()) =>
  folders
    .filter(({ id }) => !without.has(id))
    .map(({ id }) => ({
      value: id,
      label: pathOf(folders, id)
        .map(({ name }) => name)
        .join(' › '),
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'it'));

const nothing = <T,>(list: readonly T[]): T[] | null => (list.length > 0 ? [...list] : null);

/** Who may see it: the roles are the company's. */
const seersOf = (choices: Choices, held: readonly string[] | null) =>
  ({ roles: { ...rolesField, kind: 'many', words: rolesOf(choices, held) }, ...seersFields }) as const;

export function FolderForm({
  folder,
  parentId,
  folders,
  choices,
  names,
  onSaved,
  onClose,
}: {
  folder: FolderRow | null;
  parentId: number | null;
  folders: readonly FolderRow[];
  choices: Choices;
  names: PlaceNames;
  onSaved: (folder: FolderRow) => void;
  onClose: () => void;
}) {
  const fields = { ...folderFields, ...seersOf(choices, folder?.roles ?? null) };
  type Typed = Values<typeof fields>;
  const own = folder ? within(folders, folder.id) : new Set<number>();
  return (
    <RecordForm<Typed, FolderRow>
      title={folder ? words.folder : words.newFolder}
      fields={formOf(fields, {
        name: { span: 6 },
        parentId: { options: foldersOf(folders, own), span: 6 },
        roles: { span: 6 },
        locationIds: { options: placesOf(choices, folder?.locationIds ?? null, names), span: 6 },
      })}
      initial={{
        name: folder?.name ?? '',
        parentId: folder ? folder.parentId : parentId,
        roles: [...(folder?.roles ?? [])],
        locationIds: [...(folder?.locationIds ?? [])],
      }}
      version={folder?.version}
      save={({ roles, locationIds, ...values }, { version, key }) => {
        const body = { ...values, roles: nothing(roles), locationIds: nothing(locationIds) };
        return folder
          ? call('PUT /files/folders/:id', { params: { id: folder.id }, version, body })
          : call('POST /files/folders', { key, body });
      }}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

export function FileForm({
  file,
  choices,
  names,
  onSaved,
  onClose,
}: {
  file: FileDetail;
  choices: Choices;
  names: PlaceNames;
  onSaved: () => void;
  onClose: () => void;
}) {
  const fields = { ...fileFields, ...seersOf(choices, file.roles) };
  type Typed = Values<typeof fields>;
  return (
    <RecordForm<Typed, FileDetail>
      title={words.file}
      fields={formOf(fields, {
        name: { span: 6 },
        expiresOn: { span: 3 },
        receiptBy: { span: 3 },
        roles: { span: 6 },
        locationIds: { options: placesOf(choices, file.locationIds, names), span: 6 },
      })}
      initial={{
        name: file.name,
        expiresOn: file.expiresOn,
        receiptBy: file.receiptBy,
        roles: [...(file.roles ?? [])],
        locationIds: [...(file.locationIds ?? [])],
      }}
      version={file.version}
      save={({ roles, locationIds, ...values }, { version }) =>
        call('PUT /files/:id', {
          params: { id: file.id },
          version,
          body: { ...values, roles: nothing(roles), locationIds: nothing(locationIds) },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** Chooses a folder for what was chosen in the list. */
export function MoveForm({
  folders,
  back,
  onChosen,
  onClose,
}: {
  folders: readonly FolderRow[];
  /** From the bin, where each may go back to where it was. */
  back: boolean;
  onChosen: (to: number | null) => void;
  onClose: () => void;
}) {
  const fields = back ? { to: { ...moveFields.to, nullable: words.restoreBack } } : moveFields;
  type Typed = Values<typeof moveFields>;
  return (
    <RecordForm<Typed, Typed>
      title={back ? words.restoreTo : words.moveTo}
      fields={formOf(fields, { to: { options: foldersOf(folders), span: 6 } })}
      initial={{ to: null }}
      check={({ to }, typing): Record<string, string> =>
        to === null && !back && !typing ? { to: words.toNeeded } : {}
      }
      verb={back ? files.restore : files.move}
      save={(values) => Promise.resolve(values)}
      onSaved={({ to }) => onChosen(to)}
      onClose={onClose}
    />
  );
}

/** What changes in the next version, before it is chosen from the computer. */
export function VersionForm({
  asks,
  onChosen,
  onClose,
}: {
  /** Somebody is asked to read the file. */
  asks: boolean;
  onChosen: (version: { note: string; again: boolean }) => void;
  onClose: () => void;
}) {
  type Typed = Values<typeof versionFields>;
  return (
    <RecordForm<Typed, Typed>
      title={words.file}
      fields={formOf(versionFields, { note: { span: 6 } }).filter(({ name }) => asks || name !== 'again')}
      initial={{ note: '', again: true }}
      verb={files.upload}
      save={(values) => Promise.resolve(values)}
      onSaved={onChosen}
      onClose={onClose}
    />
  );
}
