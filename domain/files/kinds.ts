/** Which kinds of files a company keeps. Their content is read when they come; what they are called is only where that begins. */
import { cleanName } from '../uploads/name.ts';

interface Kind {
  /** As it is written on the file’s picture. */
  label: string;
  type: string;
  tone: 'bad' | 'ok' | 'info' | 'warn' | 'mute';
}

export const fileKinds = {
  pdf: { label: 'PDF', type: 'application/pdf', tone: 'bad' },
  jpg: { label: 'JPG', type: 'image/jpeg', tone: 'mute' },
  png: { label: 'PNG', type: 'image/png', tone: 'mute' },
  webp: { label: 'WEBP', type: 'image/webp', tone: 'mute' },
  docx: {
    label: 'DOC',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    tone: 'info',
  },
  xlsx: { label: 'XLS', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', tone: 'ok' },
  pptx: {
    label: 'PPT',
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    tone: 'warn',
  },
} as const satisfies Record<string, Kind>;
export type FileKind = keyof typeof fileKinds;

/** What the browser’s file chooser offers. */
export const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.webp,.docx,.xlsx,.pptx';

const endings: Readonly<Record<string, FileKind>> = {
  ...Object.fromEntries(Object.keys(fileKinds).map((kind) => [kind, kind as FileKind])),
  jpeg: 'jpg',
};

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The kind that a file’s name promises; null for any other. */
export const kindOf = (name: string): FileKind | null => {
  const ending = endingOf(name);
  return Object.hasOwn(endings, ending) ? endings[ending]! : null;
};

/** Why a file of this name cannot be kept, in Italian; null: it can. */
export function nameIssue(name: string): string | null {
  if (kindOf(cleanName(name))) return null;
  const ending = endingOf(name);
  if (/^(doc|dot|xls|xlt|ppt|pps|pot)m$/.test(ending))
    return 'Contiene macro: salvarlo senza, come .docx, .xlsx o .pptx';
  if (/^(doc|xls|ppt|rtf|odt|ods|odp)$/.test(ending)) return 'Salvarlo come .docx, .xlsx, .pptx o PDF e riprovare';
  if (/^hei[cf]$/.test(ending)) return 'È una foto HEIC: esportarla come JPEG e riprovare';
  return 'Si tengono PDF, foto (JPEG, PNG, WebP) e file Office (docx, xlsx, pptx)';
}

/** How a version is shown: page by page, as a picture, or only downloaded. */
export const looks = ['pdf', 'picture', 'none'] as const;
export type Look = (typeof looks)[number];

/** Why a PDF is downloaded only. */
export const downloadReasons = {
  scripts: 'con script: solo scarico',
  locked: 'con password: solo scarico',
  unread: 'non controllabile: solo scarico',
} as const;
export type DownloadReason = keyof typeof downloadReasons;
