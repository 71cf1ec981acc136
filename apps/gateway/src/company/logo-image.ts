import { Transformer } from '@napi-rs/image';
import { AppError } from '@tradepost/contracts/errors';
import { logoSize } from '@tradepost/contracts/logos';
import { pictureSignatures } from '@tradepost/reference/file-types';
import { Semaphore } from '@tradepost/service-kit/runtime/semaphore';
import { imageSize } from 'image-size';

/** A picture of these pixels takes 16 MB in memory, however few bytes it has. */
const maxPixels = 4 * 1024 * 1024;

const signatures = Object.values(pictureSignatures).map((hex) => Buffer.from(hex, 'hex'));
const jpeg = Buffer.from(pictureSignatures.jpeg, 'hex');
/** `Inside` of the library, a const enum that isolated modules cannot import. */
const fitInside = 2;

const notAPicture = () => new AppError('FILE_TYPE', { message: 'A logo must be a PNG or JPEG picture' });

/** Decoding takes memory: one at a time. */
const decoding = new Semaphore(1);

/** First bytes, and the rest, of the frame headers that the library decodes: 8 bits a sample, up to four components (ITU-T T.81, B.2.2). */
const frameMarkers = [0xc0, 0xc1, 0xc2].map((marker) => Buffer.of(0xff, marker, 0));
const isFrameHeader = (bytes: Buffer, at: number) =>
  bytes[at + 4] === 8 && bytes[at + 3] === 8 + 3 * (bytes[at + 9] ?? 0) && at + 9 < bytes.length;

/**
 * The largest number of pixels that anything in a JPEG states which may be its frame header. Readers differ in what they skip, so the
 * library may decode another header than the one that `statedSize` finds.
 */
function mostJpegPixels(bytes: Buffer): number {
  let most = 0;
  for (const marker of frameMarkers)
    for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 1))
      if (isFrameHeader(bytes, at)) most = Math.max(most, bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7));
  return most;
}

/** The size that the header states. @throws AppError FILE_TYPE */
function statedSize(bytes: Buffer): { width: number; height: number } {
  try {
    return imageSize(bytes);
  } catch {
    throw notAPicture();
  }
}

/**
 * Draws a picture again, small and as PNG, so that nothing of the upload but its pixels remains.
 * @param bytes as many as the form may have
 * @throws AppError FILE_TYPE, TOO_LARGE
 */
export async function logoImage(bytes: Buffer): Promise<Buffer> {
  if (!signatures.some((signature) => bytes.subarray(0, signature.length).equals(signature))) throw notAPicture();
  const { width, height } = statedSize(bytes);
  const pixels = bytes.subarray(0, jpeg.length).equals(jpeg) ? mostJpegPixels(bytes) : 0;
  if (Math.max(width * height, pixels) > maxPixels)
    throw new AppError('TOO_LARGE', { message: 'A logo may have at most 4 million pixels' });
  return decoding.run(async () => {
    try {
      const picture = new Transformer(bytes).rotate();
      // never enlarged
      if (width > logoSize.width || height > logoSize.height) picture.resize({ ...logoSize, fit: fitInside });
      return await picture.png();
    } catch {
      throw notAPicture();
    }
  });
}
