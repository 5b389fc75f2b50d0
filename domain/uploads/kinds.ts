/** Kinds of uploads, in a small file that the fields of every record can import. */

/** A picture is stored redrawn in two sizes without metadata; a PDF unchanged. */
export type UploadKind = 'picture' | 'pdf';

/** A document from the scanner or a phone's camera. */
export const scan = { kinds: ['picture', 'pdf'], mostBytes: 15_000_000 } as const;

const accepted = { picture: ['image/jpeg', 'image/png', 'image/webp'], pdf: ['application/pdf'] };
/** Types for the browser's file chooser. Because HEIC is not among them, a phone sends its photos as JPEG. */
export const typesOf = (kinds: readonly UploadKind[]): readonly string[] => kinds.flatMap((kind) => accepted[kind]);
