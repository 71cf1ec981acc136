import { AppError } from '@tradepost/contracts/errors';
import { logoSize, maxLogoBytes } from '@tradepost/contracts/logos';
import { pictureSignatures } from '@tradepost/reference/file-types';

const signature = Buffer.from(pictureSignatures.png, 'hex');
/** Width and height in the first chunk, which is always the header (PNG 11.2.2). */
const [widthAt, heightAt, headerEnd] = [16, 20, 24];

/** What the gateway makes of an upload: a small PNG and nothing else. @throws AppError INVALID */
export function pngOf(base64: string): Buffer {
  const image = Buffer.from(base64, 'base64');
  const fits =
    image.length >= headerEnd &&
    image.length <= maxLogoBytes &&
    image.subarray(0, signature.length).equals(signature) &&
    image.toString('latin1', signature.length + 4, widthAt) === 'IHDR' &&
    image.readUInt32BE(widthAt) <= logoSize.width &&
    image.readUInt32BE(heightAt) <= logoSize.height;
  if (!fits) throw new AppError('INVALID', { message: 'image must be a small PNG' });
  return image;
}
