/** A data key cannot be had now: its key is not among ours, or who keeps it does not answer. The bytes may be well. */
export class KeyUnavailable extends Error {
  override readonly name = 'KeyUnavailable';
}

/** A wrapped data key is not what any key of ours made. */
export class WrappedKeyDamaged extends Error {
  override readonly name = 'WrappedKeyDamaged';
}

/**
 * Who wraps data keys. A wrapped key is text of at most 400 printable ASCII characters that begins with its kind and `:`, and
 * says which key it is under. An abstract class so that it is its own injection token.
 */
export abstract class KeyProvider {
  /** Resolves when keys can be had now, for readiness probes. @throws KeyUnavailable */
  abstract ready(): Promise<void>;

  /** @param dataKey 32 bytes @throws KeyUnavailable */
  abstract wrap(dataKey: Buffer): Promise<string>;

  /** @throws KeyUnavailable, WrappedKeyDamaged */
  abstract unwrap(wrapped: string): Promise<Buffer>;

  /** The same data key under the present key; null where it is already. @throws KeyUnavailable, WrappedKeyDamaged */
  abstract rewrap(wrapped: string): Promise<string | null>;
}
