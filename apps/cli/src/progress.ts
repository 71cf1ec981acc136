import { sizeText } from './output';

const everyMs = 100;

/** A progress line for several files. Prints nothing if stderr is not a terminal. */
export class Progress {
  private readonly bytes = new Map<string, number>();
  private finished = 0;
  private shownAt = 0;
  private readonly shown = process.stderr.isTTY;

  constructor(
    private readonly files: number,
    private readonly total: () => number,
  ) {}

  /** @param done bytes of this file that are done */
  move(file: string, done: number): void {
    this.bytes.set(file, done);
    if (this.shown && Date.now() - this.shownAt > everyMs) this.draw();
  }

  finish(file: string, size: number): void {
    this.bytes.set(file, size);
    this.finished += 1;
    if (this.shown) this.draw();
  }

  /** Clears the progress line before other output. */
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
