import type { Scan } from '@tradepost/contracts/scan';
import type { ObjectSource } from '../object-store/object-store';

/** Malware was found; what had passed until then must not be kept. */
export class Infected extends Error {
  override readonly name = 'Infected';

  /** @param signature what the scanner calls it, printable ASCII of at most 200 characters */
  constructor(readonly signature: string) {
    super(`malware was found: ${signature}`);
  }
}

/** The scanner cannot be reached, broke off, or answered nonsense; trying again later may help. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';

  constructor(cause: unknown) {
    super('the malware scanner is unavailable', { cause });
  }
}

/** Looks at bytes on their way into the store. An abstract class so that it is its own injection token. */
export abstract class Scanner {
  /** What may be said of bytes that came through `watch` to their end. */
  abstract readonly verdict: Scan;

  /**
   * The source's own bytes. The last of them come only once the scanner has found nothing, so what an infected source was
   * put into never has all of it.
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
