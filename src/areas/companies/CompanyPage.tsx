import { lazy, useState } from 'react';
import { companyFields as fields } from '#domain/companies/fields.ts';
import type { CompanyProfile } from '#domain/companies/schema.ts';
import { companyParts, numbersPart } from '#domain/companies/setting-parts.ts';
import { contactLine, legalLine, paymentLines } from '#domain/companies/stated.ts';
import { preferences } from '#site/messages/it/preferences.ts';
import { EditCard } from '#site/ui/dated/EditCard.tsx';
import type { Choices } from '#site/ui/record/form/form.ts';
import { SettingShown } from '#site/ui/dated/SettingShown.tsx';
import { toast } from '#site/ui/toast.ts';
import { CompanyLogo } from './CompanyLogo.tsx';
import { Numbers } from './Numbers.tsx';
import './company.css';

const CompanyForm = lazy(() => import('./CompanyForm.tsx'));
const words = preferences.company;

/** What a card's values are on paper and in mails, in small; the look has a sample of its own. */
function Printed({ part, company }: { part: string; company: CompanyProfile }) {
  const lines: Record<string, readonly string[]> = {
    data: [company.name, contactLine(company)],
    register: [legalLine(company)],
    invoicing: [legalLine(company)],
    payments: paymentLines(company),
    signature: company.signature.split('\n'),
  };
  if (!lines[part]) return null;
  const said = lines[part].filter(Boolean);
  return (
    <div className="example">
      <b>{part === 'signature' ? words.mailed : words.printed}</b>
      {said.length === 0 && <p>{words.nothing}</p>}
      {said.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
    </div>
  );
}

/** What the company says of itself, card by card: data, register, accounts, signature, look, numbers. */
export function CompanyPage({ profile, provinces }: { profile: CompanyProfile; provinces: Choices }) {
  const [company, setCompany] = useState(profile);
  const [edited, setEdited] = useState<string | null>(null);
  const taken = (saved: CompanyProfile) => {
    setCompany(saved);
    setEdited(null);
    void toast(words.saved, { kind: 'ok' });
  };
  const onEdit = (id: string) => (edited === null ? () => setEdited(id) : undefined);
  return (
    <div className="settings">
      {companyParts.map((part) => (
        <EditCard
          key={part.id}
          id={part.id}
          title={part.title}
          help={part.help}
          editing={edited === part.id}
          onEdit={onEdit(part.id)}
          renderForm={() => (
            <CompanyForm
              company={company}
              part={part}
              provinces={provinces}
              onSaved={taken}
              onClose={() => setEdited(null)}
            >
              {(typed) => <Printed part={part.id} company={typed} />}
            </CompanyForm>
          )}
        >
          <SettingShown fields={fields} keys={part.keys} values={company} />
          {part.id === 'look' && <CompanyLogo company={company} onChange={setCompany} />}
          <Printed part={part.id} company={company} />
        </EditCard>
      ))}
      <Numbers part={numbersPart} company={company} edited={edited} onEdit={setEdited} onSaved={taken} />
    </div>
  );
}
