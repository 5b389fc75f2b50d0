import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP of these files. The bytes are made by hand, so that tests can also make broken archives. */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(30);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    head.copy(entry, 10, 8, 26);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(head, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook with this sheet, shared texts and styles, each as XML within its root element. */
export const workbookOf = ({
  rows,
  texts = '',
  styles = '',
}: {
  rows: string;
  texts?: string;
  styles?: string;
}): Buffer =>
  zipOf({
    'xl/workbook.xml': `<workbook ${ns}><sheets><sheet name="Nascosto" sheetId="1" state="hidden" r:id="rId9"/><sheet name="Listino" sheetId="2" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId9" Target="worksheets/no.xml"/><Relationship Id="rId1" Target="/xl/worksheets/sheet7.xml"/></Relationships>',
    'xl/worksheets/sheet7.xml': `<worksheet ${ns}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${ns}>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet ${ns}>${styles}</styleSheet>`,
  });
