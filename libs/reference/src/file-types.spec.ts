import { fileGroupOf, fileIconOf, uploadFormatOf, uploadFormats } from './file-types';

describe('fileGroupOf', () => {
  it.each([
    ['report.PDF', 'document'],
    ['letter.docx', 'document'],
    ['prices.csv', 'spreadsheet'],
    ['book.xlsx', 'spreadsheet'],
    ['deck.pptx', 'presentation'],
    ['photo.jpeg', 'image'],
    ['clip.mp4', 'video'],
    ['all.tar.gz', 'other'],
    ['README', 'other'],
    ['.csv', 'other'],
    ['', 'other'],
  ])('puts %j in %s by its name', (name, group) => expect(fileGroupOf(name)).toBe(group));

  it.each([
    ['text/csv; charset=utf-8', 'spreadsheet'],
    ['APPLICATION/PDF', 'document'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'presentation'],
    ['image/x-unheard-of', 'image'],
    ['video/x-unheard-of', 'video'],
    ['application/octet-stream', 'other'],
  ])('puts %s in %s if the name has no known extension', (type, group) =>
    expect(fileGroupOf('file', type)).toBe(group),
  );

  it('trusts the name before the type', () => {
    expect(fileGroupOf('notes.txt', 'application/vnd.ms-excel')).toBe('document');
    expect(fileGroupOf('prices.csv', 'application/octet-stream')).toBe('spreadsheet');
  });
});

describe('fileIconOf', () => {
  it.each([
    ['a.pdf', '', 'pdf'],
    ['a', 'application/pdf', 'pdf'],
    ['a.csv', '', 'spreadsheet'],
    ['a.zip', '', 'archive'],
    ['a', 'application/gzip', 'archive'],
    ['a.docx', '', 'other'],
    ['a.png', 'image/png', 'other'],
  ])('gives %j %j the icon %s', (name, type, icon) => expect(fileIconOf(name, type)).toBe(icon));
});

describe('upload formats', () => {
  it('are those of the hint, without duplicate extensions or types', () => {
    expect(uploadFormats.map(({ name }) => name)).toEqual(['PDF', 'Excel', 'CSV', 'JPG', 'PNG', 'GIF']);
    const extensions = uploadFormats.flatMap((format) => format.extensions);
    const types = uploadFormats.flatMap((format) => format.mimeTypes);
    expect(new Set(extensions).size).toBe(extensions.length);
    expect(new Set(types).size).toBe(types.length);
  });

  it('all have a filter group, the same by extension and by type', () => {
    for (const { extensions, mimeTypes } of uploadFormats) {
      const byName = extensions.map((extension) => fileGroupOf(`f.${extension}`));
      const groups = [...byName, ...mimeTypes.map((type) => fileGroupOf('f', type))];
      expect(new Set(groups).size).toBe(1);
      expect(groups).not.toContain('other');
    }
  });

  it.each([
    ['Q1.XLS', 'Excel'],
    ['photo.jpeg', 'JPG'],
    ['archive.csv.zip', undefined],
    ['csv', undefined],
  ])('detect %j as %s', (name, format) => expect(uploadFormatOf(name)?.name).toBe(format));
});
