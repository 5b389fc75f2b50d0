/** A plain PDF of one page: a title and lines of text, in the fonts that every reader has. */

/** Text as PDF writes it: the signs that mean something are escaped, letters beyond Latin-1 have no place. */
const written = (text: string) => `(${text.replace(/[^ -ÿ]/g, '?').replace(/[\\()]/g, String.raw`\$&`)}) Tj`;

/** An A4 page with these lines, at most 45 of at most 90 characters. */
export function plainPdf(title: string, lines: readonly string[]): Buffer {
  const drawn = [
    'BT /F2 18 Tf 56 770 Td 17 TL',
    written(title),
    '/F1 11 Tf T* T*',
    ...lines.map((line) => `${written(line)} T*`),
    'ET',
  ].join('\n');
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
