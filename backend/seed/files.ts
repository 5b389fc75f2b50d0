/** A few folders and files: those of a dealer, and what the manufacturer has published. */
import { addDays, dayInRome } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { newKey } from '../lib/files/unnamed.ts';
import type { Files } from '../lib/files/store.ts';
import { writeWords } from '../lib/records/search.ts';
import { wordsOf } from '../files/words.ts';
import { BRERA } from './companies.ts';
import { enter, type Owner } from './insert.ts';
import { plainPdf } from './plain-pdf.ts';

interface Page {
  name: string;
  lines: readonly string[];
}
interface DealerPage extends Page {
  /** In days from today: the last day on which it holds, and by when it is to be read. */
  endsIn?: number;
  readIn?: number;
}
interface DealerFolder {
  name: string;
  inside?: string;
  roles?: string[];
  files: readonly DealerPage[];
}

const folders: readonly DealerFolder[] = [
  { name: 'Procedure', files: [] },
  {
    name: 'Permute e usato',
    inside: 'Procedure',
    files: [
      {
        name: 'Ritiro delle permute.pdf',
        readIn: 10,
        lines: [
          'Prima della firma: perizia con foto, libretto, certificato di proprietà, due chiavi.',
          'Il valore di ritiro vale 7 giorni e 500 chilometri; oltre si ripete la perizia.',
          'Fermo amministrativo e ipoteca: visura al PRA il giorno del ritiro.',
        ],
      },
      {
        name: 'Foto obbligatorie.pdf',
        lines: ['Quattro angoli, interni, quadro acceso, contachilometri, ogni danno da vicino e da lontano.'],
      },
    ],
  },
  {
    name: 'Consegna',
    inside: 'Procedure',
    files: [
      {
        name: 'Lista di controllo della consegna.pdf',
        lines: ['Saldo incassato, assicurazione attiva, carta di circolazione, doppia chiave, telo e manuale.'],
      },
    ],
  },
  {
    name: 'Condizioni e tariffe',
    files: [
      {
        name: 'Messa su strada.pdf',
        endsIn: 33,
        lines: ['Immatricolazione, IPT della provincia, targa, preparazione.'],
      },
    ],
  },
  {
    name: 'Amministrazione',
    roles: ['Amministrazione', 'Amministratore dealer'],
    files: [
      {
        name: 'Incassi in contanti.pdf',
        lines: [
          'Da 5.000,00 euro si rifiuta il contante: bonifico, assegno o carta. Il libro di cassa si chiude ogni sera.',
        ],
      },
    ],
  },
];

interface NetworkPage extends Page {
  folder: string;
  /** What its second version changed, and the lines of the first one. */
  changed?: { note: string; before: readonly string[] };
}

const published: readonly NetworkPage[] = [
  {
    folder: 'Circolari',
    name: 'Campagna di fine anno.pdf',
    lines: ['Contributo della Casa per ordini entro il 31 dicembre e immatricolazioni entro il 31 gennaio.'],
  },
  {
    folder: 'Garanzia',
    name: 'Condizioni di garanzia.pdf',
    lines: ['Garanzia legale di 24 mesi; batteria di trazione 8 anni o 160.000 chilometri.'],
    changed: { note: 'Batteria: da 7 a 8 anni', before: ['Garanzia legale di 24 mesi; batteria di trazione 7 anni.'] },
  },
  {
    folder: 'Marchio',
    name: 'Uso del marchio in vetrina.pdf',
    lines: ['Area di rispetto, colori, insegne. Le bozze si mandano alla Casa 15 giorni prima della stampa.'],
  },
];

/** Puts the page into the store and says what rows tell of it. */
async function put(owner: Owner, files: Files, companyId: number, { name, lines }: Page) {
  const bytes = plainPdf(name.replace(/\.pdf$/, ''), lines);
  const fileKey = newKey(companyId);
  await files.put(fileKey, bytes, 'application/pdf');
  return { fileKey, bytes: bytes.length, look: 'pdf', words: await wordsOf({ db: owner }, lines.join(' ')) };
}

/** The folders of the demo dealer, made by who manages its files. */
export async function seedFiles(owner: Owner, files: Files, now: Date): Promise<void> {
  await enter(owner, BRERA);
  const [today, companyId] = [dayInRome(now), BRERA];
  const users = await owner
    .selectFrom('users')
    .select(['id', 'privileges'])
    .where('companyId', '=', companyId)
    .orderBy('id')
    .execute();
  const madeBy = users.find(({ privileges }) => privileges.includes(p.manageFiles))!.id;
  const times = { createdAt: now, updatedAt: now };
  const ids = new Map<string, number>();
  for (const { name, inside, roles, files: pages } of folders) {
    const folder = await owner
      .insertInto('fileFolders')
      .values({ companyId, name, parentId: inside ? ids.get(inside)! : null, roles: roles ?? null, ...times })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(name, folder.id);
    for (const page of pages) {
      const { fileKey, words, ...kept } = await put(owner, files, companyId, page);
      const file = await owner
        .insertInto('files')
        .values({
          companyId,
          folderId: folder.id,
          name: page.name,
          kind: 'pdf',
          words,
          madeAt: now,
          madeBy,
          ...kept,
          ...times,
          expiresOn: page.endsIn === undefined ? null : addDays(today, page.endsIn),
          receiptBy: page.readIn === undefined ? null : addDays(today, page.readIn),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await owner
        .insertInto('fileVersions')
        .values({ companyId, fileId: file.id, number: 1, fileKey, ...kept, userId: madeBy, at: now })
        .execute();
    }
  }
  await writeWords({ db: owner, user: { companyId } }, 'files');
}

/** What the manufacturer has published for all dealers. */
export async function seedNetworkFiles(owner: Owner, files: Files, now: Date): Promise<void> {
  await enter(owner, MANUFACTURER);
  for (const { changed, folder, ...page } of published) {
    const { words, ...kept } = await put(owner, files, MANUFACTURER, page);
    const file = await owner
      .insertInto('networkFiles')
      .values({
        name: page.name,
        folder,
        audience: null,
        kind: 'pdf',
        textWords: words,
        ...kept,
        readyAt: now,
        createdAt: now,
        updatedAt: now,
        ...(changed && { number: 2, note: changed.note }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!changed) continue;
    const { words: _, ...before } = await put(owner, files, MANUFACTURER, { ...page, lines: changed.before });
    const at = new Date(now.getTime() - 40 * 86_400_000);
    await owner
      .insertInto('networkFileVersions')
      .values({ fileId: file.id, number: 1, note: '', ...before, at })
      .execute();
  }
}
