import { useState, type CSSProperties } from 'react';
import type { CompanyProfile } from '#domain/companies/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { preferences } from '#site/messages/it/preferences.ts';
import { toast } from '#site/ui/toast.ts';

const words = preferences.company;

/** A preview of the head of a document. */
function Sample({ company, logo }: { company: CompanyProfile; logo: string | null }) {
  const look = { '--title': company.colour, '--look-ground': company.accent } as CSSProperties;
  return (
    <figure className="look-sample" style={look} aria-label={words.colours}>
      {logo ? <img src={logo} alt={words.logo} /> : <b>{company.name}</b>}
      <p>{words.sample}</p>
      <p>{words.sampleFigure}</p>
    </figure>
  );
}

/** The logo as documents carry it. A file that is too large is made smaller before it is sent. */
export function CompanyLogo({
  company,
  onChange,
}: {
  company: CompanyProfile;
  onChange: (saved: CompanyProfile) => void;
}) {
  const [busy, setBusy] = useState(false);
  const params = { company_id: company.id };
  const { key } = company.logo ?? {};
  const logo = key ? apiPath('GET /companies/:company_id/logo', { params, query: { key } }) : null;

  const change = async (work: () => Promise<CompanyProfile>, done: string) => {
    setBusy(true);
    try {
      onChange(await work());
      void toast(done, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const send = async (file: File) => {
    const { logoFrom } = await import('./logo.ts');
    return call('PUT /companies/:company_id/logo', { params, body: { base64: await logoFrom(file) } });
  };
  return (
    <>
      <Sample company={company} logo={logo} />
      <div className="head logo-choice">
        <label className="btn" aria-busy={busy}>
          {logo ? words.replace : words.choose}
          <input
            className="sr-only"
            type="file"
            name="logo"
            accept="image/png,image/jpeg"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (chosen) void change(() => send(chosen), words.logoSaved);
            }}
          />
        </label>
        {logo && (
          <button
            type="button"
            className="btn ghost"
            onClick={() => void change(() => call('DELETE /companies/:company_id/logo', { params }), words.logoRemoved)}
          >
            {words.remove}
          </button>
        )}
      </div>
      <p className="muted">{logo ? words.logoHelp : `${words.noLogo} ${words.logoHelp}`}</p>
    </>
  );
}
