import { deflateSync } from 'node:zlib';
import { aPdf } from './a-pdf.ts';
import { behind, DAMAGED, SECRET, text, type Case } from './upload-corpus.ts';
import { zipOf } from './xlsx.ts';

const SCRIPT = text('1 0 << /S /JavaScript /JS (app.alert(1)) >>');
const folded = deflateSync('1 0 << /Type /Catalog >>');
/** Each byte as its distance from the one above it, as PNG does with lines of one. */
const differences = Buffer.from([...SCRIPT].flatMap((byte, i) => [2, (byte - (SCRIPT[i - 1] ?? 0)) & 0xff]));
/** An archive whose comment ends as a PDF does. */
function archiveWithin(pdf: Buffer) {
  const end = text('\nstartxref\n0\n%%EOF\n');
  const archive = zipOf({ 'virus.exe': SECRET });
  archive.writeUInt16LE(end.length, archive.length - 2);
  return Buffer.concat([pdf, archive, end]);
}
const RUNS = 'Il PDF contiene parti che si eseguono o altri file';
/** What people and attackers send for a paper. */
export const pdfCorpus: Case[] = [
  { title: 'a PDF', make: () => aPdf() },
  { title: 'a PDF with a link', make: () => aPdf('<< /S /URI /URI (https://example.it) >>') },
  { title: 'a PDF of packed objects', make: () => aPdf('', deflateSync('1 0 << /Type /Catalog >>')) },
  ...[
    '<< /S /JavaScript /JS (app.alert(1)) >>',
    '<< /OpenAction << /S /JavaScript /JS 5 0 R >> >>',
    '<< /S /J#61va#53cript /JS (app.alert(1)) >>',
    '<< /Names << /JavaScript 5 0 R >> >>',
    '<< /S /Launch /F (cmd.exe) >>',
    '<< /Type /EmbeddedFile >>',
    '<< /Names << /EmbeddedFiles 5 0 R >> >>',
    '<< /Subtype /RichMedia >>',
    '<< /S /SubmitForm /F (https://example.it) >>',
    '<< /S /ImportData /F (x.fdf) >>',
    '<< /S /Rendition /JS (x) >>',
    '<< /AcroForm << /XFA 5 0 R >> >>',
    '<< /AcroForm << /XFA[(template) 5 0 R] >> >>',
  ].flatMap((object) => [
    { title: `a PDF with ${object}`, make: () => aPdf(object), refused: RUNS },
    { title: `a PDF with ${object}, packed`, make: () => aPdf('', deflateSync(`1 0 ${object}`)), refused: RUNS },
  ]),
  { title: 'a PDF of packed objects in a list of one filter', make: () => aPdf('', folded, '/Filter[/FlateDecode]') },
  ...[
    ['folded twice', deflateSync(folded), '/Filter [/FlateDecode /FlateDecode]'],
    ['in hexadecimal', deflateSync(SCRIPT.toString('hex')), '/Filter [/FlateDecode /ASCIIHexDecode]'],
    ['in hexadecimal alone', text(SCRIPT.toString('hex')), '/Filter /ASCIIHexDecode'],
    ['folded by the line before', deflateSync(differences), '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>'],
    ['said to be another’s, too', folded, '/Filter [/FlateDecode /LZWDecode] /X (6 0 obj) /Filter /FlateDecode'],
    ['said to be two', deflateSync('1 0 << >>'), '/Filter [/FlateDecode /LZWDecode] /Filter /FlateDecode'],
    ['kept elsewhere', deflateSync('1 0 << >>'), '/Filter /FlateDecode /F (//example.it/x)'],
    ['not folded', SCRIPT, ''],
  ].map(([how, packed, filter]) => ({
    title: `a PDF with a script, ${how as string}`,
    make: () => aPdf('', packed as Buffer, filter as string),
    refused: RUNS,
  })),
  { title: 'a PDF that unfolds to 40 MB', make: () => aPdf('', deflateSync(Buffer.alloc(40_000_000))), refused: RUNS },
  { title: 'a PDF whose packs cannot be opened', make: () => aPdf('', text('no')), refused: RUNS },
  { title: 'a locked PDF', make: () => aPdf('<< /Encrypt 5 0 R >>'), refused: 'protetto da una password' },
  { title: 'a cut PDF', make: () => aPdf().subarray(0, -8), refused: DAMAGED },
  { title: 'a PDF in its first line alone', make: () => text('%PDF-1.7\n'), refused: DAMAGED },
  { title: 'a PDF that is an archive as well', make: () => archiveWithin(aPdf()), refused: DAMAGED },
  { title: 'a page called PDF', make: () => text('<html>'), refused: 'Scegliere un PDF o una foto' },
  { title: 'a PDF behind a page', make: () => Buffer.concat([text('<html>'), aPdf()]), refused: 'Scegliere un PDF' },
  ...Object.entries(behind)
    .filter(([what]) => what !== 'a document')
    .map(([what, more]) => ({
      title: `a PDF with ${what} behind it`,
      make: () => Buffer.concat([aPdf(), text(more)]),
      refused: DAMAGED,
    })),
].map((one) => ({ name: 'libretto.pdf', purpose: 'stock_paper' as const, ...one }));
