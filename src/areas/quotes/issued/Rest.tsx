import { useStore } from '@nanostores/react';
import { warrantyOf } from '#domain/quotes/warranty.ts';
import { InsuranceDocument, NotesDocument, UsedDocument } from '#site/areas/quotes/builder/documents.tsx';
import { useBuilder } from '#site/areas/quotes/builder/store.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { Part } from './Part.tsx';

/** The remaining agreements; empty ones are left out. */
export function Rest() {
  const { $draft, $sheet, $priced } = useBuilder();
  const draft = useStore($draft);
  const { insurances } = useStore($priced);
  const { used } = useStore($sheet);
  const warranty = used && warrantyOf(draft, used);
  return (
    <>
      {warranty && (
        <Part title={warranty.title}>
          <p className="muted">{warranty.text}</p>
        </Part>
      )}
      {draft.tradeIns.length > 0 && (
        <Part title={builder.sections.used}>
          <UsedDocument />
        </Part>
      )}
      {insurances.length > 0 && (
        <Part title={builder.sections.insurances}>
          <InsuranceDocument />
        </Part>
      )}
      {draft.notes.trim() !== '' && (
        <Part title={builder.sections.notes}>
          <NotesDocument />
        </Part>
      )}
    </>
  );
}
