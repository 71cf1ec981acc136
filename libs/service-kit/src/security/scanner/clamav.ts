import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { log } from '../../observability/logging';
import { scans } from '../../observability/metrics';
import type { ObjectSource } from '../../objects/object-store';
import { withTimeout } from '../../runtime/with-timeout';
import { Infected, Scanner, ScannerUnavailable } from './scanner';

/** Milliseconds. */
interface ClamAvLimits {
  connectMs: number;
  /** For the next bytes to be taken, and for the verdict. */
  waitMs: number;
}

const defaults: ClamAvLimits = { connectMs: 5_000, waitMs: 60_000 };
const maxAnswer = 4_096;
const maxSignature = 200;

/** ClamAV's daemon. Each source is streamed to it by INSTREAM (clamd(8)) over its own connection. */
export class ClamAv extends Scanner {
  readonly verdict = 'clean';

  constructor(
    private readonly address: NetConnectOpts,
    private readonly limits = defaults,
  ) {
    super();
    // each series starts at 0, so that its first scan shows as an increase
    for (const verdict of ['clean', 'infected', 'failed']) scans.inc({ verdict }, 0);
  }

  async *watch(source: ObjectSource): AsyncGenerator<Uint8Array> {
    const clamd = new Conversation(this.address, this.limits);
    try {
      await clamd.begin();
      let held: Uint8Array | undefined;
      for await (const chunk of source) {
        if (chunk.length === 0) continue;
        await clamd.send(chunk);
        if (held) yield held;
        held = chunk;
      }
      await clamd.end();
      scans.inc({ verdict: 'clean' });
      if (held) yield held;
    } catch (error) {
      if (error instanceof Infected) scans.inc({ verdict: 'infected' });
      if (error instanceof ScannerUnavailable) {
        scans.inc({ verdict: 'failed' });
        log.error({ err: error.cause }, 'rejected an upload: the malware scanner gave no result');
      }
      throw error;
    } finally {
      clamd.close();
    }
  }
}

/** One INSTREAM: chunks, each after its length in four bytes, an empty one at the end, then one answer. */
class Conversation {
  private readonly socket: Socket;
  private readonly answer: Promise<string>;
  private isOver = false;

  constructor(
    address: NetConnectOpts,
    private readonly limits: ClamAvLimits,
  ) {
    this.socket = connect(address);
    this.answer = answerOn(this.socket).finally(() => (this.isOver = true));
    this.answer.catch(() => undefined); // the next caller that awaits it gets the error
  }

  /** @throws ScannerUnavailable */
  async begin(): Promise<void> {
    await this.within(this.limits.connectMs, once(this.socket, 'connect'));
    this.socket.write('zINSTREAM\0');
  }

  /** Waits until there is room for more. @throws Infected, ScannerUnavailable */
  async send(chunk: Uint8Array): Promise<void> {
    if (this.isOver) return this.brokenOff();
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    this.socket.write(length);
    if (this.socket.write(chunk)) return;
    await this.within(this.limits.waitMs, Promise.race([once(this.socket, 'drain'), this.answer]));
    if (this.isOver) await this.brokenOff();
  }

  /** Returns when nothing was found. @throws Infected, ScannerUnavailable */
  async end(): Promise<void> {
    this.socket.write(Buffer.alloc(4));
    const answer = await this.within(this.limits.waitMs, this.answer);
    if (answer !== 'stream: OK') throw refusalOf(answer);
  }

  close(): void {
    this.socket.destroy();
  }

  /** An answer before the end is a verdict only if malware was found. */
  private async brokenOff(): Promise<never> {
    throw refusalOf(await this.within(this.limits.waitMs, this.answer));
  }

  private within<T>(ms: number, work: Promise<T>): Promise<T> {
    return withTimeout(ms, work, () => new Error(`no answer from the scanner within ${ms} ms`)).catch(
      (error: unknown) => {
        throw new ScannerUnavailable(error);
      },
    );
  }
}

/** The answer of the daemon, without its closing NUL. */
function answerOn(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    socket.on('data', (piece: Buffer) => {
      said += piece.toString('latin1');
      const end = said.indexOf('\0');
      if (end >= 0) resolve(said.slice(0, end));
      else if (said.length > maxAnswer) reject(new Error('the answer of the scanner is too long'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the scanner closed the connection without an answer')));
  });
}

function refusalOf(answer: string): Infected | ScannerUnavailable {
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, maxSignature);
  return found
    ? new Infected(printable(found))
    : new ScannerUnavailable(new Error(`the scanner answered: ${printable(answer)}`));
}
