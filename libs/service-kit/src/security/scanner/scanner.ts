import type { Scan } from '@tradepost/contracts/values/scan';
import type { ObjectSource } from '../../objects/object-store';

/** Malware was found. What has passed through so far must not be stored. */
export class Infected extends Error {
  override readonly name = 'Infected';

  /** @param signature what the scanner calls it, printable ASCII of at most 200 characters */
  constructor(readonly signature: string) {
    super(`malware was found: ${signature}`);
  }
}

/** The scanner cannot be reached, closed the connection, or sent an invalid response; a later retry may help. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';

  constructor(cause: unknown) {
    super('the malware scanner is unavailable', { cause });
  }
}

/** Scans bytes before they are stored. An abstract class so that it is its own injection token. */
export abstract class Scanner {
  /** The verdict on bytes that passed completely through `watch`. */
  abstract readonly verdict: Scan;

  /**
   * The bytes of the source. The last of them follow only after a clean verdict, so that an infected file is never
   * complete at its destination.
   * @throws Infected, ScannerUnavailable while it is read
   */
  abstract watch(source: ObjectSource): ObjectSource;
}

/** Where no scanner is configured. */
export class NoScanner extends Scanner {
  readonly verdict = 'none';

  watch(source: ObjectSource): ObjectSource {
    return source;
  }
}
