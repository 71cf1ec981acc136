import { Transformer } from '@napi-rs/image';
import { logoSize, maxLogoBytes } from '@tradepost/contracts/logos';
import { crc32, deflateSync } from 'node:zlib';
import { logoImage } from './logo-image';

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
};

/** A PNG with a stated size and the pixels of `rows` rows. */
function png(width: number, height: number, rows = height, between: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...between,
    chunk('IDAT', deflateSync(Buffer.alloc((width * 4 + 1) * rows, 0))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const noise = (width: number, height: number) =>
  Transformer.fromRgbaPixels(
    Uint8Array.from({ length: width * height * 4 }, (_, i) => (i * 2_654_435_761) >>> 24),
    width,
    height,
  );
const sizeOf = (image: Buffer) => ({ width: image.readUInt32BE(16), height: image.readUInt32BE(20) });
const jpegWith = async (width: number, height: number) => {
  const bytes = await noise(64, 64).jpeg(80);
  const frame = bytes.findIndex((byte, i) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(bytes[i + 1] as number));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return { bytes, frame };
};

test('a large picture becomes a small PNG of the same shape', async () => {
  const image = await logoImage(await noise(1600, 400).jpeg(90));
  expect(sizeOf(image)).toEqual({ width: 320, height: 80 });
  expect(image.subarray(1, 4).toString()).toBe('PNG');
});

test('a small picture keeps its size', async () => {
  expect(sizeOf(await logoImage(png(40, 20)))).toEqual({ width: 40, height: 20 });
});

test('a picture that cannot be compressed is still no larger than what is stored', async () => {
  const { width, height } = logoSize;
  expect((await logoImage(await noise(width, height).png())).length).toBeLessThanOrEqual(maxLogoBytes);
});

test('only the pixels remain: no text, no location, no appended file', async () => {
  const secret = 'taken at 52.5200 N, <script>alert(1)</script>';
  const text = chunk('tEXt', Buffer.from(`Comment\0${secret}`));
  const image = await logoImage(Buffer.concat([png(40, 20, 20, [text]), Buffer.from(`PK\u0003\u0004${secret}`)]));
  expect(image.includes(secret)).toBe(false);
  expect(image.includes('tEXt')).toBe(false);
});

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test.each([
  ['an SVG', Buffer.from(script)],
  ['an SVG that begins as a PNG', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(script)])],
  ['a page that begins as a JPEG', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<html>')])],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
  // cspell:disable-next-line
  ['a WebP', Buffer.from('RIFF$\0\0\0WEBPVP8 ', 'latin1')],
  ['nothing', Buffer.alloc(0)],
  ['a PNG that ends in its header', png(40, 20).subarray(0, 20)],
  ['a PNG without its pixels', png(40, 20).subarray(0, 60)],
  ['a PNG without width', png(0, 20)],
])('%s is refused', async (_what, bytes) => {
  await expect(logoImage(bytes)).rejects.toMatchObject({
    code: 'FILE_TYPE',
    message: 'A logo must be a PNG or JPEG picture',
  });
});

test.each([
  ['a PNG with very many pixels in few bytes', () => png(2100, 2100)],
  ['a PNG that states very many pixels', () => png(60_000, 60_000, 1)],
  ['a PNG that is one pixel high', () => png(2 ** 31 - 1, 1, 0)],
  ['a JPEG that states very many pixels', async () => (await jpegWith(65_000, 65_000)).bytes],
])('%s is refused before it is decoded', async (_what, make) => {
  const bytes = await make();
  expect(bytes.length).toBeLessThan(512 * 1024);
  await expect(logoImage(bytes)).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: 'A logo may have at most 4 million pixels',
  });
});

test('a JPEG with a second frame header is refused before it is decoded', async () => {
  const { bytes, frame } = await jpegWith(64, 64);
  const second = Buffer.from(bytes.subarray(frame, frame + 19));
  second.writeUInt16BE(20_000, 5);
  second.writeUInt16BE(20_000, 7);
  const both = Buffer.concat([bytes.subarray(0, frame + 19), second, bytes.subarray(frame + 19)]);
  await expect(logoImage(both)).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

test('a JPEG with another frame header where only some readers look is refused before it is decoded', async () => {
  const { bytes } = await jpegWith(3000, 3000);
  // readers that do not skip the fill byte take 0xfeff for the length of a segment, and find one pixel there
  const comment = Buffer.alloc(3 + 0xffff);
  comment.set([0xff, 0xff, 0xfe, 0xff, 0xff]);
  comment.set([0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3], 2 + 0xfeff);
  await expect(logoImage(Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]))).rejects.toMatchObject({
    code: 'TOO_LARGE',
  });
});

test('pixels beyond the stated size take no memory', async () => {
  const bytes = png(10, 10, 1_000_000);
  const before = process.memoryUsage().rss;
  await logoImage(bytes).catch(() => undefined);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
});
