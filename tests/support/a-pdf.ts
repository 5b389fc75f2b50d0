/**
 * A PDF of one empty page with one further object; `packed` adds a stream of packed objects, compressed by `filter`.
 */
export function aPdf(object = '<< >>', packed?: Uint8Array, filter = '/Filter /FlateDecode'): Buffer {
  const parts = [
    '%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj',
    `4 0 obj ${object} endobj`,
    ...(packed
      ? [
          `5 0 obj << /Type /ObjStm /N 1 /First 4 ${filter} /Length ${packed.length} >>\nstream\n${Buffer.from(packed).toString('latin1')}\nendstream endobj`,
        ]
      : []),
    'trailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
  ];
  return Buffer.from(parts.join('\n'), 'latin1');
}
