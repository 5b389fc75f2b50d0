/** What files are, apart from who may send them: light enough for the fields of every record. */

/** A picture is kept in two sizes without what its camera wrote into it; a PDF as it is. */
export type UploadKind = 'picture' | 'pdf';

/** A paper on the scanner or before the camera of a phone. */
export const scan = { kinds: ['picture', 'pdf'], mostBytes: 15_000_000 } as const;

const accepted = { picture: ['image/jpeg', 'image/png', 'image/webp'], pdf: ['application/pdf'] };
/** Types for the browser's chooser. Without HEIC a phone gives its photos as JPEG. */
export const typesOf = (kinds: readonly UploadKind[]): readonly string[] => kinds.flatMap((kind) => accepted[kind]);
