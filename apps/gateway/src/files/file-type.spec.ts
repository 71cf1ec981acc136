import { defaultFileTypes } from '@tradepost/reference/file-types';
import { detectMimeType, filesOfTypes, registrationDocuments } from './file-type';

/** The first local header of a zip with the name of its first part. */
const zipOf = (part: string) => {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 0, 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(part.length, 26);
  return Buffer.concat([header, Buffer.from(part), Buffer.alloc(40)]);
};
const cfb = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(500)]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]);
const pdf = Buffer.from('%PDF-1.7\n1 0 obj');

describe('detectMimeType', () => {
  it.each([
    ['a.PDF', pdf, 'application/pdf'],
    ['a.b.xlsx', zipOf('xl/workbook.xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.xlsx', zipOf('_rels/.rels'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.xls', cfb, 'application/vnd.ms-excel'],
    ['a.jpeg', jpeg, 'image/jpeg'],
    ['a.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(4_092, 0x55)]), 'image/png'],
    ['a.gif', Buffer.from('GIF89a\x01\x00\x01\x00'), 'image/gif'],
    ['a.csv', Buffer.from('BMW,price\r\nx,1\r\n'), 'text/csv'],
    ['a.csv', Buffer.from('\ufeffname;größe\n'), 'text/csv'],
    ['a.csv', Buffer.from('caf\xe9;1\n', 'latin1'), 'text/csv'],
    ['a.csv', Buffer.alloc(0), 'text/csv'],
  ])('detects %s by name and content', (name, head, type) => {
    expect(detectMimeType(name, head, filesOfTypes(defaultFileTypes))).toBe(type);
  });

  it.each([
    ['a.pdf', jpeg],
    ['a.jpg', pdf],
    ['a.xlsx', zipOf('evil.js')],
    ['a.xlsx', zipOf('word/document.xml')],
    ['a.xlsx', Buffer.from('PK\x03\x04')],
    ['a.pdf', cfb],
    ['a.jpg', cfb],
    ['a.csv', Buffer.from('a\0b')],
    ['a.csv', Buffer.from('\ufeff <HTML><script>')],
    ['a.csv', Buffer.from('<svg onload=x>')],
    ['a.csv', pdf],
    ['a.csv', jpeg],
    ['a.pdf.exe', pdf],
    ['pdf', pdf],
    ['.pdf', pdf],
    ['', pdf],
    ['a.docx', zipOf('word/document.xml')],
  ])('rejects %s if its content is something else', (name, head) => {
    expect(() => detectMimeType(name, head, filesOfTypes(defaultFileTypes))).toThrow(
      'Supported formats: PDF, Excel, CSV, Images (JPG, PNG, GIF)',
    );
  });

  it('says whether the name or the content of a file is wrong', () => {
    const formats = filesOfTypes(['png']);
    expect(() => detectMimeType('a.png', pdf, formats)).toThrow(
      'The content does not match the file extension. Supported formats: Images (PNG).',
    );
    expect(() => detectMimeType('a.pdf', pdf, formats)).toThrow(/^Supported formats: Images \(PNG\)$/);
  });

  it('accepts the types of the installation, of which unknown ones are only bytes', () => {
    expect(detectMimeType('a.parquet', pdf, filesOfTypes(['parquet', 'docx']))).toBe('application/octet-stream');
    expect(detectMimeType('a.docx', zipOf('word/document.xml'), filesOfTypes(['docx']))).toMatch(/wordprocessingml/);
    expect(() => detectMimeType('a.docx', pdf, filesOfTypes(['docx']))).toThrow('Supported formats: DOCX');
    expect(() => detectMimeType('a.csv', Buffer.from('a'), filesOfTypes(['parquet']))).toThrow('PARQUET');
  });

  it('accepts office documents for a registration, and names the accepted formats', () => {
    expect(detectMimeType('a.docx', zipOf('word/document.xml'), registrationDocuments)).toMatch(/wordprocessingml/);
    expect(detectMimeType('a.doc', cfb, registrationDocuments)).toBe('application/msword');
    expect(() => detectMimeType('a.txt', pdf, registrationDocuments)).toThrow('Word');
  });
});
