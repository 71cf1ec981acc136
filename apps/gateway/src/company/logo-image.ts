import { Transformer } from '@napi-rs/image';
import { AppError } from '@tradepost/contracts/errors';
import { logoSize } from '@tradepost/contracts/logos';
import { pictureSignatures } from '@tradepost/reference/file-types';
import { Semaphore } from '@tradepost/service-kit/runtime/semaphore';
import { imageSize } from 'image-size';

/** A picture of these pixels takes 16 MB in memory, however few bytes it has. */
const maxPixels = 4 * 1024 * 1024;

const signatures = Object.values(pictureSignatures).map((hex) => Buffer.from(hex, 'hex'));
/** `Inside` of the library, a const enum that isolated modules cannot import. */
const fitInside = 2;

const notAPicture = () => new AppError('FILE_TYPE', { message: 'A logo must be a PNG or JPEG picture' });

/** Decoding takes memory: one at a time. */
const decoding = new Semaphore(1);

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
  if (width * height > maxPixels)
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
