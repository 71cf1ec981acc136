/** A data key is not available: its wrapping key is not configured, or the key provider does not answer. The bytes may be intact. */
export class KeyUnavailable extends Error {
  override readonly name = 'KeyUnavailable';
}

/** None of our keys created this wrapped data key. */
export class WrappedKeyDamaged extends Error {
  override readonly name = 'WrappedKeyDamaged';
}

/**
 * Wraps data keys. A wrapped key is text of at most 400 printable ASCII characters that begins with its kind and `:`, and
 * names the key that wraps it. An abstract class so that it is its own injection token.
 */
export abstract class KeyProvider {
  /** Resolves when keys are available, for readiness probes. @throws KeyUnavailable */
  abstract ready(): Promise<void>;

  /** @param dataKey 32 bytes @throws KeyUnavailable */
  abstract wrap(dataKey: Buffer): Promise<string>;

  /** @throws KeyUnavailable, WrappedKeyDamaged */
  abstract unwrap(wrapped: string): Promise<Buffer>;

  /** The same data key under the current key; null if it already is. @throws KeyUnavailable, WrappedKeyDamaged */
  abstract rewrap(wrapped: string): Promise<string | null>;
}
