import { HkdfSha256 } from '@hpke/core';
import { native } from './native';

type Input = ArrayBufferLike | ArrayBufferView;

const bytesOf = (input: Input): Uint8Array =>
  ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);

/** HPKE's key derivation, in this thread where that is possible. */
export class LocalHkdf extends HkdfSha256 {
  override async extract(salt: Input, input: Input): Promise<ArrayBuffer> {
    if (!native) return super.extract(salt, input);
    return new Uint8Array(native.createHmac('sha256', bytesOf(salt)).update(bytesOf(input)).digest()).buffer;
  }

  override async extractAndExpand(salt: Input, input: Input, info: Input, length: number): Promise<ArrayBuffer> {
    if (!native) return super.extractAndExpand(salt, input, info, length);
    return native.hkdfSync('sha256', bytesOf(input), bytesOf(salt), bytesOf(info), length);
  }
}
