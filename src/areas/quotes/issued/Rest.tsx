import { warrantyOf } from '#domain/quotes/sheet/warranty.ts';
import { InsuranceDocument, NotesDocument, UsedDocument } from '#site/areas/quotes/builder/agreements.tsx';
import { useReckoned } from '#site/areas/quotes/builder/quote.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { DocumentPart } from '#site/ui/record/page/DocumentPage.tsx';

/** The remaining agreements; empty ones are left out. */
export function Rest() {
  const { draft, sheet, priced } = useReckoned();
  const warranty = sheet.used && warrantyOf(draft, sheet.used);
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
      {priced.insurances.length > 0 && (
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
