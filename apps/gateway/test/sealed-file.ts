import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { wrapFileKey } from '@tradepost/sealing/file/file-key';
import { newFileKey, openFile, sealFile } from '@tradepost/sealing/file/file';
import { toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { encodeHeader, sealedSize, type FileRef } from '@tradepost/sealing/file/format';
import { sealMeta } from '@tradepost/sealing/file/meta';
import { sha256 } from './gateway-harness';

const through = (bytes: Uint8Array, stream: TransformStream<Uint8Array, Uint8Array>) =>
  buffer(new Blob([new Uint8Array(bytes)]).stream().pipeThrough(stream));

/** A file as a sender's browser seals it, with its form fields. */
export async function sealed(
  content: Buffer,
  { name = 'p.pdf', mime = 'application/pdf', owner = randomUUID(), fileId = randomUUID(), version = 1 } = {},
) {
  const [fileKey, file]: [Bytes, FileRef] = [newFileKey(), { fileId, version }];
  const vaultKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return {
    file,
    bytes: await through(content, sealFile(fileKey, file)),
    fields: {
      enc: 'sdx1',
      fileId,
      fileVersion: String(version),
      wrappedKey: toBase64url(await wrapFileKey(vaultKey, fileKey, file, owner)),
      sealedMeta: toBase64url(
        await sealMeta(fileKey, file, { name, mime, size: content.length, sha256: sha256(content) }),
      ),
      mimetype: mime,
    },
    open: (bytes: Buffer) => through(bytes, openFile(fileKey, file)),
  };
}

/** Bytes that look like a sealed file with this much content, to anyone without its key. */
export const asSealed = (file: FileRef, contentSize: number) =>
  Buffer.concat([encodeHeader(file), Buffer.alloc(sealedSize(contentSize) - 28, 0x41)]);
