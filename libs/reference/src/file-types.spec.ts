import {
  claimedTypeOf,
  defaultFileTypes,
  fileGroupOf,
  fileIconOf,
  formatNames,
  formatsText,
  uploadFormats,
} from './file-types';

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
    ['Q1.XLS', 'application/vnd.ms-excel'],
    ['photo.jpeg', 'image/jpeg'],
    ['archive.csv.zip', undefined],
    ['csv', undefined],
    ['report.docx', undefined],
  ])('give %j the type %s', (name, type) => expect(claimedTypeOf(name)).toBe(type));
});

describe('the formats that an installation accepts', () => {
  it.each([
    [defaultFileTypes, 'PDF, Excel, CSV, Images (JPG, PNG, GIF)'],
    [null, 'all'],
    [['parquet', 'csv', 'docx', 'doc', 'png'], 'CSV, Word, PARQUET, Images (PNG)'],
    [['xls', 'jpeg'], 'XLS, Images (JPEG)'],
  ])('%j are named %s', (types, text) => expect(formatsText(types)).toBe(text));

  it('are named apart for a text in another language', () => {
    expect(formatNames(defaultFileTypes)).toEqual({ files: ['PDF', 'Excel', 'CSV'], pictures: ['JPG', 'PNG', 'GIF'] });
  });

  it('decide which names have a type; what a browser could run has none of its own', () => {
    expect(claimedTypeOf('page.html', ['html'])).toBe('application/octet-stream');
    expect(claimedTypeOf('page.html', null)).toBe('application/octet-stream');
    expect(claimedTypeOf('README', null)).toBe('application/octet-stream');
    expect(claimedTypeOf('a.pdf', null)).toBe('application/pdf');
    expect(claimedTypeOf('a.pdf', ['html'])).toBeUndefined();
  });
});
