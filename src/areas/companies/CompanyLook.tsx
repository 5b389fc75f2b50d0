import { lazy, Suspense, useRef, useState, type CSSProperties } from 'react';
import { textOf } from '#domain/field-text.ts';
import { companyFields as fields } from '#domain/companies/fields.ts';
import type { CompanyProfile } from '#domain/companies/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { preferences } from '#site/messages/it/preferences.ts';
import { toast } from '#site/ui/toast.ts';
import { DescriptionList } from '#site/ui/record/DescriptionList.tsx';
import './company.css';

const CompanyDialog = lazy(() => import('./CompanyDialog.tsx'));
const words = preferences.company;
const MOST_BYTES = 400_000;
const { colour: _colour, accent: _accent, ...said } = fields;

const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(new Error(words.logoHelp)));
    reader.readAsDataURL(file);
  });

/** A preview of the head of a document. */
function Sample({ company, logo }: { company: CompanyProfile; logo: string | null }) {
  const look = { '--title': company.colour, '--ground': company.accent } as CSSProperties;
  return (
    <figure className="look-sample" style={look} aria-label={words.colours}>
      {logo ? <img src={logo} alt={words.logo} /> : <b>{company.name}</b>}
      <p>{words.sample}</p>
      <p>{words.sampleFigure}</p>
    </figure>
  );
}

/** The company's data on documents, its logo and its colours. */
export function CompanyLook({ profile }: { profile: CompanyProfile }) {
  const [company, setCompany] = useState(profile);
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const params = { company_id: company.id };
  const { key } = company.logo ?? {};
  const logo = key ? apiPath('GET /companies/:company_id/logo', { params, query: { key } }) : null;

  const change = async (work: () => Promise<CompanyProfile>, done: string) => {
    setBusy(true);
    try {
      setCompany(await work());
      void toast(done, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MOST_BYTES) return void toast(words.tooLarge, { kind: 'bad' });
    const send = async () =>
      call('PUT /companies/:company_id/logo', { params, body: { base64: await base64Of(chosen) } });
    void change(send, words.logoSaved);
  };
  return (
    <section className="card pad company">
      <header className="head">
        <h2 className="grow">{words.title}</h2>
        <button type="button" className="btn" name="edit-company" onClick={() => setEditing(true)}>
          {words.edit}
        </button>
      </header>
      <p className="muted">{words.help}</p>
      <div className="look">
        <DescriptionList
          rows={Object.entries(said).map(
            ([key, field]) =>
              [field.label, company[key as keyof typeof said] && textOf(field, company[key as 'name'])] as const,
          )}
        />
        <div>
          <Sample company={company} logo={logo} />
          <div className="head">
            <label className="btn" aria-busy={busy}>
              {logo ? words.replace : words.choose}
              <input
                ref={file}
                className="sr-only"
                type="file"
                name="logo"
                accept="image/png,image/jpeg"
                onChange={(event) => {
                  choose(event.currentTarget.files?.[0]);
                  event.currentTarget.value = '';
                }}
              />
            </label>
            {logo && (
              <button
                type="button"
                className="btn ghost"
                onClick={() =>
                  void change(() => call('DELETE /companies/:company_id/logo', { params }), words.logoRemoved)
                }
              >
                {words.remove}
              </button>
            )}
          </div>
          <p className="muted">{logo ? words.logoHelp : `${words.noLogo} ${words.logoHelp}`}</p>
        </div>
      </div>
      <Suspense>
        {editing && (
          <CompanyDialog
            company={company}
            onClose={() => setEditing(false)}
            onSaved={(saved) => {
              setEditing(false);
              setCompany(saved);
              void toast(words.saved, { kind: 'ok' });
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
