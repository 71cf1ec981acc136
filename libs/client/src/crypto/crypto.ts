import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import type { FileRef } from '@tradepost/sealing/file/format';
import type { PasswordWork } from '@tradepost/sealing/keys/opaque';

export interface WorkOptions {
  /** Bytes processed so far. */
  onProgress?: (loaded: number) => void;
  signal?: AbortSignal;
}

/** The expensive work of the protocol: in this thread, or in workers of a page. Contents are Blobs, because a browser stores them outside the page's memory; what is opened is a stream, so that it is opened while it arrives. */
export interface Crypto {
  /** Seals a content. `sha256`: of the content, lower-case hex. @throws the signal's reason */
  seal: (
    content: Blob,
    fileKey: Bytes,
    file: FileRef,
    options?: WorkOptions,
  ) => Promise<{ sealed: Blob; sha256: string }>;
  /** Opens a sealed file. @param type MIME type of the content @throws SealingError; errors of the stream; the signal's reason */
  open: (
    sealed: ReadableStream<Bytes>,
    fileKey: Bytes,
    file: FileRef,
    type: string,
    options?: WorkOptions,
  ) => Promise<{ content: Blob; sha256: string }>;
  passwords: PasswordWork;
  /** The label of an address in a key log. @param addressKey as `addressKey` of the contracts */
  labelOf: (addressKey: string, origin: string) => Promise<Bytes>;
}
