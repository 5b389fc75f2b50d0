import { deflateSync } from 'node:zlib';
import { aPdf } from './a-pdf.ts';
import { behind, DAMAGED, SECRET, text, type Case } from './upload-corpus.ts';
import { zipOf } from './xlsx.ts';

const SCRIPT = text('1 0 << /S /JavaScript /JS (app.alert(1)) >>');
const folded = deflateSync('1 0 << /Type /Catalog >>');
/** Each byte as its difference from the byte above, like a PNG filter on lines of one byte. */
const differences = Buffer.from([...SCRIPT].flatMap((byte, i) => [2, (byte - (SCRIPT[i - 1] ?? 0)) & 0xff]));
/** An archive whose comment ends like a PDF. */
function archiveWithin(pdf: Buffer) {
  const end = text('\nstartxref\n0\n%%EOF\n');
  const archive = zipOf({ 'virus.exe': SECRET });
  archive.writeUInt16LE(end.length, archive.length - 2);
  return Buffer.concat([pdf, archive, end]);
}
const RUNS = 'Il PDF esegue o apre altro oltre alle sue pagine';
const UNREAD = 'Il PDF non si può controllare per intero';
/** A link that runs an action when pressed. */
const link = (action: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>`;
const address = '<< /S /URI /URI (https://example.it) >>';
const more = (...objects: string[]) =>
  objects.map((object, n) => `${n ? `endobj ${n + 6} 0 obj ` : ''}${object}`).join('\n');
/** A stream of packed objects, numbered from 8. */
const pack = (...objects: string[]) => {
  const heads = objects.map((_, n) => `${n + 8} ${objects.slice(0, n).join(' ').length + (n ? 1 : 0)}`).join(' ');
  return { first: heads.length + 1, bytes: deflateSync(`${heads} ${objects.join(' ')}`) };
};
const repacked = (head: string, bytes: Buffer) =>
  text(aPdf('', bytes).toString('latin1').replace('/Type /ObjStm /N 1 /First 4', head));
const packed = (objects: string[], type = '/Type /ObjStm') => {
  const { first, bytes } = pack(...objects);
  return repacked(`${type} /N ${objects.length} /First ${first}`, bytes);
};
/** Ordinary content of documents: links to their own pages and to addresses, which people press. */
const harmless: Record<string, string> = {
  'a link': link(address),
  'a link that is told elsewhere': more(link('7 0 R'), address),
  'a link to a mailbox': link('<< /Type /Action /S /URI /URI (mailto:info@example.it) >>'),
  'a telephone': link('<< /S /URI /URI (tel:+39035123456) >>'),
  'a link in hexadecimal': link('<< /S /URI /URI <68747470733A2F2F612E6974> >>'),
  'a link to a page': link('<< /S /GoTo /D [3 0 R /Fit] >>'),
  'a link to the next page': link('<< /S /Named /N /NextPage >>'),
  'a page to begin with': '<< /Type /Catalog /OpenAction [3 0 R /XYZ null null 0] >>',
  'a page to begin with, told elsewhere': more('<< /OpenAction 7 0 R >>', '<< /S /GoTo /D [3 0 R /Fit] >>'),
  bookmarks: more(
    '<< /Type /Outlines /First 7 0 R /Last 7 0 R >>',
    '<< /Title (Uno) /A << /S /GoTo /D (a) >> /Next 8 0 R >>',
  ),
  'parts that say what they are': '<< /Type /StructElem /S /P /A [<< /O /Layout /Placement /Block >> 0] /Pg 3 0 R >>',
  'a page that fades in': '<< /Type /Page /Group << /S /Transparency >> /Trans << /S /Dissolve >> /AA null >>',
  'a string with brackets and a #': '<< /Title (uno \\(due\\) (tre) \\101 #55RI) >>',
};
/** Content that no document needs. */
const forbidden: Record<string, string> = {
  'an address at opening': `<< /OpenAction ${address} >>`,
  'an address at opening, told elsewhere': more('<< /OpenAction 7 0 R >>', address),
  'an address at opening that is a link as well': more(link('7 0 R'), address, '<< /OpenAction 7 0 R >>'),
  'an address at opening in another spelling': '<< /#4FpenAction << /S /U#52I /#55RI (https://example.it) >> >>',
  'an address at the opening of a page': `<< /Type /Page /AA << /O ${address} >> >>`,
  'an address at the opening of a page, told elsewhere': more('<< /AA 7 0 R >>', '<< /O 8 0 R >>', address),
  'an address behind a move': `<< /OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${address} >> >>`,
  'an address in a list behind a move': `<< /OpenAction << /S /GoTo /D [3 0 R] /Next [<< /S /GoTo >> ${address}] >> >>`,
  'an address behind a link of a link': link(`<< /S /URI /URI (https://a.it) /Next ${address} >>`),
  'an address at the seeing of a link': `<< /Subtype /Link /PA ${address} >>`,
  'an address behind a bookmark': `<< /Title (Uno) /A ${address} >>`,
  'an address behind a button': `<< /Subtype /Widget /A ${address} >>`,
  'an address in a place of its own': `<< /Mine ${address} >>`,
  'a new version that opens an address': more(link('7 0 R'), address, '<< >> endobj 1 0 obj << /OpenAction 7 0 R >>'),
  'an address at opening that lies in a string': `<< /OpenAction 7 0 R /T (7 0 obj ${address} endobj) >>`,
  'a link to a file': link('<< /S /URI /URI (file:///C:/Windows/win.ini) >>'),
  'a link to a share': link('<< /S /URI /URI (\\\\\\\\server\\\\share) >>'),
  'a link to what lies beside it': link('<< /S /URI /URI (altro.exe) >>'),
  'a link that is a script': link('<< /S /URI /URI (javascript:alert\\(1\\)) >>'),
  'a link that is a script in hexadecimal': link('<< /S /URI /URI <6a617661736372697074 3a31> >>'),
  'a link whose address is told elsewhere': more(link('<< /S /URI /URI 7 0 R >>'), '(https://example.it)'),
  'links that begin at a file': '<< /Type /Catalog /URI << /Base (file:///) >> >>',
  'another document': link('<< /S /GoToR /F (altro.pdf) /D [0 /Fit] >>'),
  'another document at opening': '<< /OpenAction << /S /GoToR /F (//server/altro.pdf) >> >>',
  'a document inside': link('<< /S /GoToE /T << /R /C >> >>'),
  'a part of a document': link('<< /S /GoToDp /Dp 7 0 R >>'),
  'a thread elsewhere': link('<< /S /Thread /F (altro.pdf) /D 0 >>'),
  'a printer at opening': '<< /OpenAction << /S /Named /N /Print >> >>',
  'what hides': link('<< /S /Hide /T (campo) >>'),
  'an action that nobody knows': link('<< /S /Mystery >>'),
  'an action that nobody knows, told elsewhere': more('<< /OpenAction 7 0 R >>', '<< /S /Mystery >>'),
  'an action whose kind is told elsewhere': more('<< /OpenAction << /S 7 0 R /URI (https://a.it) >> >>', '/URI'),
  'bytes that are kept elsewhere': '<< /Length 0 /F (altro.bin) >> stream\nendstream',
  'a page of another document': '<< /Subtype /Form /Ref << /Page 0 >> >> stream\nendstream',
};
/** Files that other readers may read differently from ours. */
const doubtful: Record<string, string> = {
  'an object behind a comment': `<< /OpenAction 7 0 R >> endobj 7 %\n0 obj ${address}`,
  'an object in a picture': `<< /Length 70 >> stream\nxx 7%\n0 obj ${address}\nendstream`,
  'two beginnings': `<< /OpenAction null /OpenAction [3 0 R /Fit] >>`,
  'an object that only names another': more('<< /OpenAction 7 0 R >>', '8 0 R', '<< >>'),
  'an object that never closes': '<< /Title (uno >>',
  'an object that closes twice': '<< /Kids [3 0 R] ] >>',
  'lists in lists': `${'['.repeat(200)}${']'.repeat(200)}`,
};
/** Files that people and attackers upload as documents. */
export const pdfCorpus: Case[] = [
  { title: 'a PDF', make: () => aPdf() },
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
  ...Object.entries(harmless).map(([what, object]) => ({ title: `a PDF with ${what}`, make: () => aPdf(object) })),
  ...Object.entries(forbidden).flatMap(([what, object]) => [
    { title: `a PDF with ${what}`, make: () => aPdf(object), refused: RUNS },
    ...(object.includes('endobj') || object.includes('stream')
      ? []
      : ['/Type /ObjStm', ''].map((type) => ({
          title: `a PDF with ${what}, packed${type ? '' : ' without a word about it'}`,
          make: () => packed([object], type),
          refused: RUNS,
        }))),
  ]),
  ...Object.entries(doubtful).map(([what, object]) => ({
    title: `a PDF with ${what}`,
    make: () => aPdf(object),
    refused: UNREAD,
  })),
  { title: 'a PDF of many packed objects', make: () => packed(['<< /Type /Catalog >>', '[1 2 3]', link('9 0 R')]) },
  {
    title: 'a PDF with an address at opening, in a pack and out of it',
    make: () => text(packed([address]).toString('latin1').replace('/Pages 2 0 R', '/Pages 2 0 R /OpenAction 8 0 R')),
    refused: RUNS,
  },
  {
    title: 'a PDF whose packed objects lie over each other',
    make: () => repacked('/N 2 /First 8', deflateSync('8 0 9 0 << >>')),
    refused: UNREAD,
  },
  { title: 'a PDF of packed objects in a list of one filter', make: () => aPdf('', folded, '/Filter[/FlateDecode]') },
  ...[
    ['folded twice', deflateSync(folded), '/Filter [/FlateDecode /FlateDecode]'],
    ['in hexadecimal', deflateSync(SCRIPT.toString('hex')), '/Filter [/FlateDecode /ASCIIHexDecode]'],
    ['in hexadecimal alone', text(SCRIPT.toString('hex')), '/Filter /ASCIIHexDecode'],
    ['folded by the line before', deflateSync(differences), '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>'],
    ['said to be another’s, too', folded, '/Filter [/FlateDecode /LZWDecode] /X (6 0 obj) /Filter /FlateDecode'],
    ['said to be two', deflateSync('1 0 << >>'), '/Filter [/FlateDecode /LZWDecode] /Filter /FlateDecode'],
    ['kept elsewhere', deflateSync('1 0 << >>'), '/Filter /FlateDecode /F (//example.it/x)', RUNS],
    ['not folded', SCRIPT, '', RUNS],
  ].map(([how, packed, filter, refused = UNREAD]) => ({
    title: `a PDF with a script, ${how as string}`,
    make: () => aPdf('', packed as Buffer, filter as string),
    refused: refused as string,
  })),
  {
    title: 'a PDF that unfolds to 40 MB',
    make: () => aPdf('', deflateSync(Buffer.alloc(40_000_000))),
    refused: UNREAD,
  },
  { title: 'a PDF whose packs cannot be opened', make: () => aPdf('', text('no')), refused: UNREAD },
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
