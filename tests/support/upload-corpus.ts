/** Files that people, phones and attackers upload as photos, each small and made here, with the expected result. */
import { deflateSync, gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { UploadPurpose } from '#domain/upload-purposes.ts';
import { aPdf } from './a-pdf.ts';
import { aJpeg, aPng, chunk } from './images.ts';
import { workbookOf, zipOf } from './xlsx.ts';

/** Every file contains it beside the picture: no answer may contain it. */
export const SECRET = 'SEGRETO-4471';

export interface Case {
  title: string;
  make: () => Buffer | Promise<Buffer>;
  name?: string;
  purpose?: UploadPurpose;
  /** The message of a refused file, or part of it. */
  refused?: string;
  /** The shown name of a kept picture, and its size in pixels. */
  shown?: string;
  size?: readonly [width: number, height: number];
  /** The corner in which its one bright quarter appears. */
  bright?: { right: boolean; below: boolean };
}

const NOT_A_PHOTO = 'Scegliere una foto JPEG, PNG o WebP';
export const DAMAGED = 'danneggiat';
export const text = (value: string) => Buffer.from(value, 'latin1');

/** A picture of 60 × 40 pixels of different colours. */
const scene = (channels: 3 | 4 = 3): Sharp =>
  sharp(Buffer.from(Array.from({ length: 60 * 40 * channels }, (_, i) => (i * 7) % 256)), {
    raw: { width: 60, height: 40, channels },
  });
const jpeg = () => scene().jpeg().toBuffer();
const formats: Record<string, () => Promise<Buffer>> = {
  JPEG: jpeg,
  PNG: () => scene(4).png().toBuffer(),
  WebP: () => scene(4).webp().toBuffer(),
};
const frames = (kind: 'gif' | 'webp') =>
  Promise.all(['#111111', '#eeeeee'].map((background) => plain(background).png().toBuffer())).then((pages) =>
    sharp(pages, { join: { animated: true } })
      .toFormat(kind)
      .toBuffer(),
  );
const plain = (background: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background } });
/** A black picture with a bright first quarter. */
const aCorner = () =>
  plain('#000000').composite([
    { input: { create: { width: 30, height: 20, channels: 3, background: '#ffffff' } }, left: 0, top: 0 },
  ]);
/** A segment of a JPEG, right behind its start. */
const segment = async (marker: number, content: string) => {
  const whole = await jpeg();
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]);
  return Buffer.concat([whole.subarray(0, 2), head, text(content), whole.subarray(2)]);
};
/** A part of a PNG, right behind its header. */
const withChunk = async (name: string, data: Buffer) => {
  const whole = await formats.PNG!();
  return Buffer.concat([whole.subarray(0, 33), chunk(name, data), whole.subarray(33)]);
};
const exif = {
  IFD0: { Make: SECRET, Artist: SECRET },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 28/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '9/1 11/1 0/1' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${SECRET}</rdf:Description></rdf:RDF></x:xmpmeta>`;

const pictures: Record<string, () => Promise<Buffer>> = {
  ...formats,
  'JPEG in rounds': () => scene().jpeg({ progressive: true }).toBuffer(),
  'grey JPEG': () => scene().greyscale().jpeg().toBuffer(),
  'CMYK JPEG': () => scene().toColourspace('cmyk').jpeg().toBuffer(),
  'JPEG of another colour space': () => scene().withIccProfile('p3').jpeg().toBuffer(),
  'PNG of 16 bits': () => scene().toColourspace('rgb16').png().toBuffer(),
  'PNG of few colours': () => scene().png({ palette: true, colours: 8 }).toBuffer(),
  'grey PNG': () => scene().greyscale().png().toBuffer(),
  'PNG in rounds': () => scene().png({ progressive: true }).toBuffer(),
  'PNG that says to be an animation': () => withChunk('acTL', Buffer.alloc(8)),
  'PNG with a text': () => withChunk('tEXt', text(`Comment\0${SECRET}`)),
  'PNG with a text that unfolds to 50 MB': () =>
    withChunk('zTXt', Buffer.concat([text('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000, SECRET))])),
  'WebP without loss': () => scene().webp({ lossless: true }).toBuffer(),
  'animated WebP': () => frames('webp'),
  'JPEG with a comment': () => segment(0xfe, SECRET),
  'JPEG with a page in a comment': () => segment(0xfe, `<script>alert('${SECRET}')</script>`),
  'JPEG with a page in a part of a maker': () => segment(0xef, `<html><body onload=alert(1)>${SECRET}`),
  'JPEG with a broken EXIF': () => segment(0xe1, `Exif\0\0MM\0*\xff\xff\xff\xff${SECRET}`),
};
for (const [kind, make] of Object.entries(formats)) {
  pictures[`${kind} with EXIF and the place`] = async () =>
    sharp(await make())
      .withExif(exif)
      .toFormat(nameOf(kind))
      .toBuffer();
  pictures[`${kind} with XMP`] = async () =>
    sharp(await make())
      .withXmp(xmp)
      .toFormat(nameOf(kind))
      .toBuffer();
}
function nameOf(kind: string) {
  return kind.toLowerCase() as 'jpeg' | 'png' | 'webp';
}

export const behind = {
  'a page': `<html><script>alert('${SECRET}')</script></html>`,
  'a program': `<?php system('${SECRET}'); ?>`,
  'an archive': zipOf({ 'virus.exe': SECRET }).toString('latin1'),
  'a document': aPdf(`(${SECRET})`).toString('latin1'),
  'an image that is a script': `GIF89a/*${SECRET}*/=1;alert(1)`,
};

const kept: Case[] = [
  ...Object.entries(pictures).map(([title, make]) => ({ title, make, size: [60, 40] as const })),
  ...Object.entries(formats).flatMap(([kind, make]) =>
    Object.entries(behind).map(([what, more]) => ({
      title: `${kind} with ${what} behind it`,
      make: async () => Buffer.concat([await make(), text(more)]),
    })),
  ),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
    title: `JPEG held as ${orientation}`,
    make: () => aCorner().withMetadata({ orientation }).jpeg().toBuffer(),
    size: orientation < 5 ? ([60, 40] as const) : ([40, 60] as const),
    bright: { right: [2, 3, 6, 7].includes(orientation), below: [3, 4, 7, 8].includes(orientation) },
  })),
  { title: 'one pixel', make: () => plain('#ff0000', 1, 1).png().toBuffer(), size: [1, 1] },
  { title: 'a strip', make: () => plain('#ff0000', 4000, 2).jpeg().toBuffer(), size: [1920, 1] },
  { title: 'a photo as a paper', make: jpeg, purpose: 'stock_paper', size: [60, 40] },
  { title: 'a photo as an identity paper', make: jpeg, purpose: 'customer_document', size: [60, 40] },
];

const names: Record<string, string> = {
  'IMG_0042.JPG': 'IMG_0042.jpg',
  '../../../etc/passwd': 'passwd.jpg',
  '..\\..\\windows\\system32\\cmd.exe': 'cmd.jpg',
  'C:\\fakepath\\foto.png': 'foto.jpg',
  'file:///etc/shadow.jpg': 'shadow.jpg',
  '%2e%2e%2fpasswd.jpg': '%2e%2e%2fpasswd.jpg',
  'foto.php.jpg': 'foto.php.jpg',
  'foto.jpg.php': 'foto.jpg.jpg',
  'foto.jpg.exe': 'foto.jpg.jpg',
  'foto.html': 'foto.jpg',
  'foto.svg': 'foto.jpg',
  'foto\r\nContent-Type: text/html\r\n\r\n<script>.jpg': 'html_script_.jpg',
  'foto"; filename="x.html': 'foto_; filename=_x.jpg',
  "foto'onerror='alert(1).jpg": "foto'onerror='alert(1).jpg",
  'foto\u202Egpj.exe': 'fotogpj.jpg',
  'foto\u2066gpj\u2069.exe': 'fotogpj.jpg',
  'fo\u200Bto\uFEFF.jpg': 'foto.jpg',
  'a:b*c?d|e.jpg': 'a_b_c_d_e.jpg',
  '.htaccess': 'htaccess.jpg',
  '...': 'file.jpg',
  '   ': 'file.jpg',
  '': 'file.jpg',
  '🚗 perché – così.jpg': '🚗 perché – così.jpg',
  [`${'à'.repeat(295)}.jpg`]: `${'à'.repeat(116)}.jpg`,
};
const named: Case[] = Object.entries(names).map(([name, shown]) => ({
  title: `called ${JSON.stringify(name.slice(0, 60))}`,
  make: jpeg,
  name,
  shown,
}));

/** Files that are not photos, whatever their names. */
const others: Record<string, Case['make']> = {
  GIF: () => plain('#777777').gif().toBuffer(),
  'animated GIF': () => frames('gif'),
  'GIF that is a script': () => text('GIF89a/*\x01\0*/=1;alert(1)'),
  'old GIF': () => text('GIF87a\x01\0\x01\0'),
  TIFF: () => plain('#777777').tiff().toBuffer(),
  'TIFF of the other end': () => text('MM\0*\0\0\0\b'),
  AVIF: () => plain('#777777', 16, 16).avif({ effort: 0 }).toBuffer(),
  BMP: () => text('BM6\0\0\0'),
  'JPEG 2000': () => text('\0\0\0\x0cjP  \r\n\x87\n'),
  'JPEG XL': () => text('\xff\x0a\0\0'),
  icon: () => text('\0\0\x01\0\x01\0'),
  Photoshop: () => text('8BPS\0\x01'),
  PostScript: () => text('%!PS-Adobe-3.0 EPSF-3.0'),
  SVG: () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'SVG behind a declaration': () => text('<?xml version="1.0"?><!DOCTYPE svg><svg onload="alert(1)"/>'),
  'SVG behind a comment': () => text('<!-- \xff\xd8\xff --><svg xmlns="http://www.w3.org/2000/svg"/>'),
  'SVG that loads a file': () => text('<svg><image href="file:///etc/passwd"/></svg>'),
  'packed SVG': () => gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'entities without end': () => text('<!DOCTYPE l [<!ENTITY a "&b;&b;"><!ENTITY b "&a;">]><l>&a;</l>'),
  page: () => text('<!doctype html><script>alert(1)</script>'),
  'page behind spaces': () => text(`${' '.repeat(2000)}<html>`),
  'page with the mark of UTF-8': () => text('\xef\xbb\xbf<html>'),
  'page that names a JPEG': () => text('<html>\xff\xd8\xff\xe0JFIF'),
  script: () => text('#!/bin/sh\nrm -rf /'),
  PHP: () => text('<?php phpinfo();'),
  JavaScript: () => text('alert(document.cookie)'),
  'Windows program': () => text('MZ\x90\0\x03\0\0\0'),
  'Linux program': () => text('\x7fELF\x02\x01\x01'),
  'Mac program': () => text('\xcf\xfa\xed\xfe'),
  'Java class': () => text('\xca\xfe\xba\xbe\0\0\0\x34'),
  WebAssembly: () => text('\0asm\x01\0\0\0'),
  ZIP: () => zipOf({ 'foto.jpg': 'x' }),
  'ZIP of nothing': () => text(`PK\x05\x06${'\0'.repeat(18)}`),
  'ZIP that unfolds to 100 MB': () => zipOf({ 'foto.jpg': Buffer.alloc(100_000_000) }),
  'gzip that unfolds to 100 MB': () => gzipSync(Buffer.alloc(100_000_000)),
  RAR: () => text('Rar!\x1a\x07\x01\0'),
  '7z': () => text("7z\xbc\xaf'\x1c"),
  workbook: () => workbookOf({ rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }),
  'old Office': () => text('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  RTF: () => text('{\\rtf1\\ansi}'),
  film: () => text('\0\0\0\x18ftypmp42'),
  'film of a phone': () => text('\0\0\0\x14ftypqt  '),
  sound: () => text('ID3\x04\0'),
  'RIFF that is a sound': () => text('RIFF\x24\0\0\0WAVEfmt '),
  'RIFF that is a film': () => text('RIFF\x24\0\0\0AVI LIST'),
  database: () => text('SQLite format 3\0'),
  text: () => text('ciao'),
  'text of two bytes a letter': () => Buffer.from('\uFEFFciao', 'utf16le'),
  nothing: () => Buffer.alloc(4096),
  'one byte': () => Buffer.from([0xff]),
  PDF: () => aPdf(),
};

const cutAt = [0.1, 0.5, 0.95];
const refused: Case[] = [
  ...Object.entries(others).map(([title, make]) => ({ title, make, refused: NOT_A_PHOTO })),
  ...['heic', 'heix', 'hevc', 'mif1', 'msf1'].map((brand) => ({
    title: `HEIC of kind ${brand}`,
    make: () => text(`\0\0\0\x18ftyp${brand}\0\0\0\0`),
    name: 'IMG_1.HEIC',
    refused: 'Impostazioni › Fotocamera › Formati › Più compatibile',
  })),
  { title: 'an empty file', make: () => Buffer.alloc(0), refused: 'Il file è vuoto' },
  ...Object.entries(formats).flatMap(([kind, make]) => [
    ...cutAt.map((part) => ({
      title: `${kind} cut at ${part * 100} %`,
      make: async () => (await make()).subarray(0, Math.floor((await make()).length * part)),
      refused: DAMAGED,
    })),
    {
      title: `${kind} that only begins like one`,
      make: async () => Buffer.concat([(await make()).subarray(0, 20), text(`<svg onload=alert('${SECRET}')>`)]),
      refused: DAMAGED,
    },
  ]),
  { title: 'JPEG without a picture in its scans', make: () => aJpeg({}), refused: DAMAGED },
  {
    title: 'PNG of 60,000 × 60,000 pixels in its head',
    make: () => aPng({ width: 60_000, height: 60_000 }),
    refused: 'troppi pixel',
  },
  {
    title: 'PNG that unfolds to 66 million pixels',
    make: () => plain('#000000', 11_000, 6000).png({ compressionLevel: 1 }).toBuffer(),
    refused: 'troppi pixel',
  },
  {
    title: 'WebP of 16,384 × 16,384 pixels in its head',
    make: async () => {
      const whole = await formats.WebP!();
      // Behind the name and the length of the part that states the canvas size.
      const at = whole.indexOf('VP8X') + 12;
      whole.fill(0xff, at, at + 6);
      return whole;
    },
    refused: DAMAGED,
  },
  {
    title: 'JPEG of 65,000 × 65,000 pixels in its head',
    make: () => aJpeg({ width: 65_000, height: 65_000 }),
    refused: DAMAGED,
  },
];

export const pictureCorpus: Case[] = [...kept, ...named, ...refused];
