import { lazy, useEffect, useRef, useState } from 'react';
import { fileSize } from '#domain/file-size.ts';
import { ACCEPTED } from '#domain/files/kinds.ts';
import type { NetworkFile } from '#domain/files/network.ts';
import { day } from '#domain/italian.ts';
import type { CallAnswer, CallInput } from '#domain/endpoints.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { counted, moment, t } from '#site/lib/intl.ts';
import { network as words } from '#site/messages/it/files-network.ts';
import { write } from '#site/stores/persisted.ts';
import { attempt } from '#site/ui/attempt.ts';
import type { Named } from '#site/ui/choices.ts';
import { Confirm } from '#site/ui/Dialog.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { KindMark } from './FileTable.tsx';
import { readersOf } from './readers-of.ts';
import { SpaceUsed } from './SpaceUsed.tsx';
import { useNetworkSending } from './useNetworkSending.ts';
import './files.css';
import './list.css';

const NetworkForm = lazy(() => import('./NetworkForm.tsx'));
const NetworkPreview = lazy(() => import('./NetworkPreview.tsx'));
const NetworkVersions = lazy(() => import('./NetworkVersions.tsx'));
const Progress = lazy(() => import('./Progress.tsx'));

export interface NetworkFilters {
  q?: string;
  folder?: string;
  brandId?: string;
  /** For the manufacturer: what this company reads. */
  companyId?: string;
}

/** Words, folder, brand, company: sent as an address, and kept for the session. */
function Filters({ filters, page, publishing }: Pick<NetworkPageProps, 'filters' | 'page' | 'publishing'>) {
  return (
    <form className="files-filters" role="search" method="get" action="/files">
      <input
        type="search"
        name="q"
        defaultValue={filters.q}
        maxLength={100}
        aria-label={words.search}
        placeholder={words.search}
      />
      <select name="folder" defaultValue={filters.folder ?? '*'} aria-label={words.folder}>
        <option value="*">{words.allFolders}</option>
        {page.folders.map(({ name, files }) => (
          <option key={name} value={name}>
            {name || words.noFolder} ({files})
          </option>
        ))}
      </select>
      <select name="brandId" defaultValue={filters.brandId ?? ''} aria-label={words.brand}>
        <option value="">{words.allBrands}</option>
        {page.brands.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {publishing && (
        <select name="companyId" defaultValue={filters.companyId ?? ''} aria-label={words.company}>
          <option value="">{words.allCompanies}</option>
          {publishing.companies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <button type="submit" className="btn">
        {words.show}
      </button>
    </form>
  );
}

/** Nobody reads it yet. */
const isDraft = ({ companyIds }: NetworkFile): boolean => companyIds?.length === 0;

function audienceOf(file: NetworkFile): string {
  if (file.companyIds === null) return words.everyone;
  const n = file.companyIds.length;
  return isDraft(file) ? words.draft : n === 1 ? words.one : t(words.some, { n });
}

function Row({
  file,
  readers,
  onPreview,
  children,
}: {
  file: NetworkFile;
  readers: number | null;
  onPreview: () => void;
  children: React.ReactNode;
}) {
  const { id, name, kind, bytes, number, note, folder, brand, at, expiresOn, look } = file;
  const params = { id };
  const content = (inline?: 'true') => apiPath('GET /network/files/:id/content', { params, query: { inline } });
  return (
    <tr>
      <td>
        <span className="files-name">
          <KindMark kind={kind} />
          <span>
            <a
              href={
                look === 'picture'
                  ? apiPath('GET /network/files/:id/preview', { params, query: { number } })
                  : content(look === 'pdf' ? 'true' : undefined)
              }
              {...(look === 'none' ? { download: true } : { target: '_blank', rel: 'noreferrer' })}
              onClick={(event) => {
                if (look === 'none' || event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onPreview();
              }}
            >
              <b>{name.replace(/\.\w+$/, '')}</b>
            </a>
            <small>
              {[
                ...(number > 1 ? [`v${number}`, note] : []),
                fileSize(bytes),
                brand,
                ...(readers === null ? [] : [audienceOf(file)]),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
        </span>
      </td>
      <td data-label={words.heads.folder}>{folder || '—'}</td>
      <td data-label={words.heads.at}>{isDraft(file) ? '—' : moment(at)}</td>
      <td data-label={words.heads.ends}>{expiresOn ? day(expiresOn) : '—'}</td>
      {readers !== null && <td data-label={words.heads.readers}>{readersOf(readers)}</td>}
      <td>
        <a className="btn" href={content()} download>
          {words.download}
        </a>
        {children}
      </td>
    </tr>
  );
}

export interface NetworkPageProps {
  page: CallAnswer<'GET /network/files'>;
  /** What was asked for. */
  query: CallInput<'GET /network/files'>['query'];
  filters: NetworkFilters;
  /** Of the manufacturer, who publishes: how many have read each file, and the dealers; null for who reads. */
  publishing: { readers: readonly { id: number; readers: number }[]; companies: Named } | null;
  /** The pages around. */
  children?: React.ReactNode;
}

function Table({
  page,
  isFiltered,
  publishing,
  onEdit,
  onVersions,
  onRemove,
}: Pick<NetworkPageProps, 'page' | 'publishing'> & {
  isFiltered: boolean;
  onEdit: (file: NetworkFile) => void;
  onVersions: (file: NetworkFile) => void;
  onRemove: (file: NetworkFile) => void;
}) {
  const [shown, setShown] = useState<NetworkFile | null>(null);
  if (page.rows.length === 0) return <p className="empty card">{isFiltered ? words.noneFound : words.none}</p>;
  return (
    <div className="card files-list network">
      <table>
        <thead>
          <tr>
            <th>{words.heads.name}</th>
            <th>{words.heads.folder}</th>
            <th>{words.heads.at}</th>
            <th>{words.heads.ends}</th>
            {publishing && <th>{words.heads.readers}</th>}
            <th>{words.heads.acts}</th>
          </tr>
        </thead>
        <tbody>
          {page.rows.map((file) => (
            <Row
              key={file.id}
              file={file}
              readers={publishing && (publishing.readers.find(({ id }) => id === file.id)?.readers ?? 0)}
              onPreview={() => setShown(file)}
            >
              {publishing && (
                <>
                  <button type="button" className="btn" onClick={() => onEdit(file)}>
                    {words.edit}
                  </button>
                  <button type="button" className="btn" onClick={() => onVersions(file)}>
                    {words.versions}
                  </button>
                  <button type="button" className="btn" onClick={() => onRemove(file)}>
                    {words.remove}
                  </button>
                </>
              )}
            </Row>
          ))}
        </tbody>
      </table>
      <OnDemand>{shown && <NetworkPreview file={shown} onClose={() => setShown(null)} />}</OnDemand>
    </div>
  );
}

type Seen = Pick<NetworkPageProps, 'page' | 'publishing'>;

/** What the page shows, and how the manufacturer reads it again, with one less where it is removed. */
function useShown({ query, ...first }: Seen & Pick<NetworkPageProps, 'query'>) {
  const [shown, setShown] = useState<Seen>(first);
  const again = () =>
    attempt(async () => {
      const [page, readers] = await Promise.all([
        call('GET /network/files', { query }),
        call('GET /network/files/readers', {}),
      ]);
      setShown(({ publishing }) => ({ page, publishing: publishing && { ...publishing, readers } }));
    });
  const remove = ({ id }: NetworkFile) =>
    attempt(
      async () => {
        await call('DELETE /network/files/:id', { params: { id } });
        await again();
      },
      { done: words.removed },
    );
  return { ...shown, again, remove };
}

/** Files of the network: dealers read them, the manufacturer publishes them. */
export function NetworkPage({ filters, children, ...first }: NetworkPageProps) {
  const { page, publishing, again, remove } = useShown(first);
  const [editing, setEditing] = useState<NetworkFile | null>(null);
  const [versioned, setVersioned] = useState<NetworkFile | null>(null);
  const [removing, setRemoving] = useState<NetworkFile | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => write('publicFiles', { ...filters }), [filters]);
  const { sending, add } = useNetworkSending((file, isAlone) => {
    void again();
    // Who reads a new one is asked for, unless something else is asked already.
    if (isAlone && file.number === 1 && !editing && !versioned && !removing) setEditing(file);
  });
  const send = (files: readonly File[], version: { fileId?: number; note?: string } = {}) =>
    attempt(() => add(files, { folder: filters.folder ?? '', ...version }));
  // The folder that has no name is chosen, too.
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="page">
      <header className="files-head">
        <span className="muted">{t(words.count, { n: counted(page.total) })}</span>
        {page.space && <SpaceUsed space={page.space} />}
        {publishing && (
          <button type="button" className="btn primary" onClick={() => chooser.current!.click()}>
            {words.upload}
          </button>
        )}
      </header>
      <Filters filters={filters} page={page} publishing={publishing} />
      {sending && (
        <OnDemand>
          <Progress sending={sending} />
        </OnDemand>
      )}
      <Table
        page={page}
        isFiltered={isFiltered}
        publishing={publishing}
        onEdit={setEditing}
        onVersions={setVersioned}
        onRemove={setRemoving}
      />
      {children}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={words.upload}
        onChange={({ target }) => {
          void send([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Confirm
        open={removing !== null}
        title={t(words.removeAsk, { name: removing?.name ?? '' })}
        text={words.removeText}
        verb={words.remove}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          void remove(removing!);
          setRemoving(null);
        }}
      />
      {versioned && (
        <OnDemand>
          <NetworkVersions
            file={versioned}
            onChosen={(file, note) => {
              setVersioned(null);
              void send([file], { fileId: versioned.id, note });
            }}
            onClose={() => setVersioned(null)}
          />
        </OnDemand>
      )}
      {editing && publishing && (
        <OnDemand>
          <NetworkForm
            file={editing}
            brands={page.brands}
            companies={publishing.companies}
            onSaved={() => {
              setEditing(null);
              void again();
              void toast(words.saved, { kind: 'ok' });
            }}
            onClose={() => setEditing(null)}
          />
        </OnDemand>
      )}
    </div>
  );
}
