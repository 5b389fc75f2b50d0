import { blankOf } from '#domain/record/fields.ts';
import { paperFields as fields } from '#domain/stock/paper-fields.ts';
import type { CarPaper, SavedPaper } from '#domain/stock/papers.ts';
import { Upload } from '#site/ui/record/form/Upload.tsx';
import { upload } from '#site/lib/upload.ts';
import { papers as words } from '#site/messages/it/used-cars.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { pick, RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import type { PapersStore } from './papers.ts';
import { removePaper, savePaper, type PaperInput } from './work.ts';

const send = (file: File) => upload('POST /uploads', { purpose: 'stock_paper' }, file, () => undefined);

/** Dialog to add, change or delete a paper of a car. */
export default function PaperDialog({
  paper,
  papers,
  onClose,
}: {
  paper: CarPaper | null;
  papers: PapersStore;
  onClose: () => void;
}) {
  const blank = blankOf(fields);
  const known = paper?.file ? [{ id: paper.uploadId!, name: paper.file.name }] : [];
  const done = (said: string) => {
    onClose();
    void toast(said, { kind: 'ok' });
  };
  const remove = async (one: CarPaper) => {
    try {
      await removePaper(papers, one);
      done(words.removed);
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  return (
    <RecordForm<PaperInput, SavedPaper>
      title={paper ? words.change : words.fresh}
      fields={formOf(fields, {
        kind: { span: 6 },
        uploadId: { span: 6, control: Upload, upload: send, phone: 'stock_paper', known },
      })}
      initial={paper ? pick<PaperInput>(paper, blank) : blank}
      version={paper?.version}
      save={(body, saving) => savePaper(papers, paper, body, saving)}
      onSaved={() => done(words.saved)}
      onClose={onClose}
      {...(paper && { action: { label: words.remove, run: () => void remove(paper) } })}
    />
  );
}
