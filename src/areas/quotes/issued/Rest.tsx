import { useStore } from '@nanostores/react';
import { warrantyOf } from '#domain/quotes/warranty.ts';
import { InsuranceDocument, NotesDocument, UsedDocument } from '#site/areas/quotes/builder/agreements.tsx';
import { useBuilder } from '#site/areas/quotes/builder/store.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { DocumentPart } from '#site/ui/record/DocumentPage.tsx';

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
        <DocumentPart title={warranty.title}>
          <p className="muted">{warranty.text}</p>
        </DocumentPart>
      )}
      {draft.tradeIns.length > 0 && (
        <DocumentPart title={builder.sections.used}>
          <UsedDocument />
        </DocumentPart>
      )}
      {insurances.length > 0 && (
        <DocumentPart title={builder.sections.insurances}>
          <InsuranceDocument />
        </DocumentPart>
      )}
      {draft.notes.trim() !== '' && (
        <DocumentPart title={builder.sections.notes}>
          <NotesDocument />
        </DocumentPart>
      )}
    </>
  );
}
