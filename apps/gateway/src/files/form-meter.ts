import { AppError } from '@tradepost/contracts/errors';

const maxPreambleBytes = 1024;
const maxHeaderBytes = 8 * 1024;
const maxFields = 32;
const headEnd = Buffer.from('\r\n\r\n');
const empty = Buffer.alloc(0);

/**
 * Counts the parts of a form by their delimiters, and stops forms that the parser would read without a limit: a first part that never begins,
 * and unlimited headers, parts and text.
 */
export class FormMeter {
  private readonly delimiter: Buffer;
  private state: 'preamble' | 'head' | 'file' | 'text' | 'epilogue' = 'preamble';
  /** Seen, and perhaps the beginning of what comes next. A form may begin with a delimiter that no line break precedes. */
  private rest: Buffer = Buffer.from('\r\n');
  /** Bytes before `rest`. */
  private passed = -2;
  private textBytes = 0;
  private parts = 0;
  /** Where the content of the newest part begins, in bytes from the beginning of the form. */
  contentStart: number | undefined;

  constructor(
    boundary: string,
    private readonly limits: { maxFiles: number; maxTextBytes: number },
  ) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** @throws AppError MALFORMED, INVALID, TOO_LARGE */
  add(piece: Buffer): void {
    if (this.isPassing(piece)) {
      this.pass(this.rest.length);
      this.rest = piece;
    } else this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, piece]) : piece;
    while (this.step());
  }

  /** Whether no delimiter begins in what was seen before the piece: then the piece is followed without a copy of it. */
  private isPassing(piece: Buffer): boolean {
    const { length } = this.delimiter;
    return (
      (this.state === 'file' || this.state === 'text') &&
      piece.length >= length &&
      Buffer.concat([this.rest, piece.subarray(0, length - 1)]).indexOf(this.delimiter) < 0
    );
  }

  /** @returns whether there may be more to see */
  private step(): boolean {
    if (this.state === 'head') return this.readHead();
    if (this.state === 'epilogue') {
      if (this.rest.length > maxPreambleBytes) throw new AppError('MALFORMED');
      return false;
    }
    const end = this.rest.indexOf(this.delimiter);
    if (this.state === 'preamble' && (end < 0 ? this.rest.length - this.delimiter.length : end) > maxPreambleBytes)
      throw new AppError('MALFORMED', { message: 'The first part of the form does not begin' });
    if (end < 0) {
      // a preamble stays, so that its length is known
      if (this.state !== 'preamble') this.pass(Math.max(0, this.rest.length - this.delimiter.length + 1));
      return false;
    }
    this.pass(end);
    this.drop(this.delimiter.length);
    this.parts += 1;
    if (this.parts > maxFields + this.limits.maxFiles + 1)
      throw new AppError('INVALID', { message: 'Too many parts in one form' });
    this.state = 'head';
    return true;
  }

  private readHead(): boolean {
    if (this.rest.length < 2) return false;
    if (this.rest.toString('latin1', 0, 2) === '--') {
      this.state = 'epilogue';
      return true;
    }
    const end = this.rest.indexOf(headEnd);
    if ((end < 0 ? this.rest.length : end) > maxHeaderBytes)
      throw new AppError('TOO_LARGE', { message: 'The headers of a part are too large' });
    if (end < 0) return false;
    const isFile = /filename|application\/octet-stream/i.test(this.rest.toString('latin1', 0, end));
    this.contentStart = this.passed + end + headEnd.length;
    // the line break that ends the headers may also begin the delimiter after an empty part
    this.drop(end + 2);
    this.state = isFile ? 'file' : 'text';
    return true;
  }

  private pass(bytes: number): void {
    if (this.state === 'text') this.textBytes += bytes;
    if (this.textBytes > this.limits.maxTextBytes + 2 * this.parts)
      throw new AppError('TOO_LARGE', { message: 'The text fields of the form are too large' });
    this.drop(bytes);
  }

  private drop(bytes: number): void {
    this.passed += bytes;
    this.rest = bytes < this.rest.length ? this.rest.subarray(bytes) : empty;
  }
}
