import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { Client } from 'minio';
import { S3MultipartUploads } from './s3-multipart-uploads';

/** A store that answers each list of parts with the next of these texts, and then with the last one. */
function answering(...pages: string[]) {
  const asked: string[] = [];
  const makeRequestAsync = async ({ query }: { query: string }) => {
    asked.push(query);
    return Readable.from([Buffer.from(pages[Math.min(asked.length, pages.length) - 1] ?? '')]);
  };
  return { asked, uploads: new S3MultipartUploads({ makeRequestAsync } as unknown as Client, 'bucket') };
}

const partXml = (number: unknown, etag = 'f00', size: unknown = 5) =>
  `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${size}</Size></Part>`;

it('ends for any answers of the store, and finds no part behind the last one that was asked for', async () => {
  const number = fc.oneof(fc.integer({ min: -5, max: 60 }), fc.constantFrom('', 'x', '1e999', '7.5', NaN, 2 ** 53));
  const pages = fc.array(fc.array(number, { maxLength: 5 }), { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(pages, fc.integer({ min: 1, max: 40 }), async (given, last) => {
    const { uploads, asked } = answering(...given.map((numbers) => numbers.map((one) => partXml(one)).join('')));
    const found = await uploads.parts('a/b', 'id', { first: 1, last });
    expect(asked.length).toBeLessThanOrEqual(last + 1);
    expect([...found!.keys()].filter((one) => !(one <= last))).toEqual([]);
  });
  await fc.assert(property, { numRuns: 500 });
});

it.each(['"f00"', '&quot;f00&quot;', '&#34;f00&#34;', 'f00'])('reads the entity tag %s', async (etag) => {
  const { uploads } = answering(partXml(1, etag));
  expect((await uploads.parts('a/b', 'id', { first: 1, last: 1 }))?.get(1)).toEqual({
    number: 1,
    size: 5,
    etag: 'f00',
  });
});

it.each(['', '<html>', '<ListPartsResult><Part></ListPartsResult>', '<Part><PartNumber>1</PartNumber>'])(
  'finds no part in %s',
  async (xml) => {
    const { uploads } = answering(xml);
    expect((await uploads.parts('a/b', 'id'))?.get(1)).toBeUndefined();
  },
);
