import { sizeText } from './output';

const everyMs = 100;

/** One line on the terminal that says how far several files are; nothing where nobody looks. */
export class Progress {
  private readonly bytes = new Map<string, number>();
  private finished = 0;
  private shownAt = 0;
  private readonly shown = process.stderr.isTTY;

  constructor(
    private readonly files: number,
    private readonly total: () => number,
  ) {}

  /** @param done bytes of this file so far */
  move(file: string, done: number): void {
    this.bytes.set(file, done);
    if (this.shown && Date.now() - this.shownAt > everyMs) this.draw();
  }

  finish(file: string, size: number): void {
    this.bytes.set(file, size);
    this.finished += 1;
    if (this.shown) this.draw();
  }

  /** Makes room for other lines. */
  clear(): void {
    if (this.shown) process.stderr.write('\r\u001b[K');
  }

  private draw(): void {
    this.shownAt = Date.now();
    const done = [...this.bytes.values()].reduce((sum, bytes) => sum + bytes, 0);
    process.stderr.write(
      `\r\u001b[K${this.finished} of ${this.files} files, ${sizeText(done)} of ${sizeText(this.total())}`,
    );
  }
}
