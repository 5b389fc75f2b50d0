/** Checks that an Office file is what its name says: a document without macros, programs and files from elsewhere. */
import type { FileKind } from '#domain/files/kinds.ts';
import { Unfit, unzip } from '../lib/files/unzip.ts';

/** A drawing of 50 MB may be a table of 400; more is a ZIP bomb. */
const MOST_UNPACKED = { file: 300_000_000, all: 400_000_000 };

/** The content type of the main part, which decides what Office opens it as. */
const mains: Partial<Record<FileKind, string>> = {
  docx: 'wordprocessingml.document.main+xml',
  xlsx: 'spreadsheetml.sheet.main+xml',
  pptx: 'presentationml.presentation.main+xml',
};

const BROKEN = 'Il file è rovinato: aprirlo in Office e salvarlo di nuovo';
const MACROS = 'Contiene macro: salvarlo senza, come .docx, .xlsx o .pptx';
const OTHERS = 'Contiene altri file o programmi: toglierli e riprovare';
const ELSEWHERE = 'Carica un modello da un altro computer: togliere il modello e riprovare';
const OTHER_KIND = 'Il nome dice un tipo di file e il contenuto un altro: salvarlo con il tipo giusto';

/** Parts that run, or that hold files which may: objects of other programs, controls, whole programs. */
const RUNS =
  /(vbaProject|vbaData)\w*\.(bin|xml)$|\.(exe|dll|scr|com|bat|cmd|js|jse|vbs|vbe|wsf|hta|ps1|lnk|msi|jar|(?:doc|dot|xls|xlt|xla|ppt|pps|pot|ppa)m)$/i;
const HOLDS = /(^|\/)(embeddings\/.*\.(bin|ole)|activeX\/|ctrlProps\/.*\.bin$|externalLinks\/.*\.bin$)/i;

/** Why the file is refused, in Italian; null: it is kept. */
export function officeIssue(bytes: Buffer, kind: FileKind): string | null {
  try {
    const archive = unzip(bytes, MOST_UNPACKED);
    const names = [...archive.names];
    const types = archive.read('[Content_Types].xml')?.toString('utf8') ?? '';
    if (/macroEnabled|ms-office\.vbaProject/i.test(types) || names.some((name) => /vba(Project|Data)/i.test(name)))
      return MACROS;
    if (!types.includes(mains[kind]!)) return OTHER_KIND;
    if (names.some((name) => RUNS.test(name) || HOLDS.test(name))) return OTHERS;
    for (const name of names) {
      // Every part is unpacked once: what a ZIP says of its own sizes is not believed.
      const part = archive.read(name)!;
      if (!name.endsWith('.rels')) continue;
      const text = part.toString('utf8');
      if (/attachedTemplate|oleObject|frame/i.test(text) && /TargetMode\s*=\s*["']External/i.test(text))
        return ELSEWHERE;
    }
    return null;
  } catch (error) {
    if (error instanceof Unfit) return BROKEN;
    throw error;
  }
}
