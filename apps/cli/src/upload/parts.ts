import type { PartContent, PartWants } from '@tradepost/client/api/part-upload';
import { plannedRanges } from '@tradepost/client/segments/planned-ranges';
import { plannedKey } from '@tradepost/client/transfers/sealed-parts';
import { numberedPartBytes } from '@tradepost/contracts/values/upload-sizes';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { hashOfBlob, hashOfBytes } from '@tradepost/sealing/crypto/hash-stream';
import { partSums } from '@tradepost/sealing/crypto/part-sums';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { Pending } from './ledger';
import type { Source } from './sources';

/** The bytes of an upload, as they are sent. */
export interface Parts {
  size: number;
  /** @throws LocalError if the file was changed */
  read: (start: number, end: number, wants: PartWants) => Promise<PartContent>;
}

/** Sealed parts are held in memory, which is used again; those of a managed file are streamed from the file. */
export async function partsOf(source: Source, vault: Vault | undefined, upload: Pending): Promise<Parts> {
  if (!vault || !upload.fields.enc)
    return {
      size: source.size,
      async read(start, end) {
        const bytes = (await source.read()).slice(start, end);
        return { body: () => bytes, sha256: await hashOfBlob(bytes) };
      },
    };
  const { fileId = '', fileVersion = '', wrappedKey = '' } = upload.fields;
  const key = await plannedKey(vault, { fileId, fileVersion, wrappedKey });
  const sealed = await plannedRanges(key, upload, source.size, source.read);
  key.fileKey.fill(0);
  const unused: Bytes[] = [];
  return {
    size: sealed.size,
    async read(start, end, wants) {
      const memory = unused.pop() ?? new Uint8Array(numberedPartBytes(sealed.size));
      const bytes = memory.subarray(0, end - start);
      const release = () => void unused.push(memory);
      try {
        await sealed.sealInto(bytes, start, end);
        const sums = wants.sums ? await partSums(bytes) : undefined;
        return { body: () => piecesOf(bytes), sha256: await hashOfBytes(bytes), sums, release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

const pieceBytes = 256 * 1024;

/** `fetch` copies a body that it gets at once. */
function piecesOf(bytes: Bytes): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += pieceBytes)));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
