import { createHash } from 'node:crypto';
import { createServer, type AddressInfo, type ListenOptions, type Socket } from 'node:net';

/** The EICAR test file, which every scanner finds and nothing runs; in two pieces, so that none finds it here. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-${'STANDARD-ANTIVIRUS-TEST-FILE'}!$H+H*`;

/** Faults: no answer, no reading, hanging up in the middle, an invalid answer, too much output. */
export type ClamdFault = 'silent' | 'stuck' | 'hangs-up' | 'garbage' | 'chatter';

/** Implements INSTREAM of ClamAV's daemon and knows one signature. */
export interface Clamd {
  /** For `SCANNER_URL`. */
  url: string;
  /** SHA-256 of every complete stream. */
  scanned: string[];
  /** How many connections were made, and are open. */
  connections(): { made: number; open: number };
  fault: ClamdFault | null;
  /** Milliseconds before an answer. */
  delayMs: number;
  /** Bytes of one stream, as its setting of that name. */
  streamMaxLength: number;
  stop(): Promise<void>;
}

const command = 'zINSTREAM\0';
/** Longer than any test waits; read on after that, or the end of the connection would not be seen. */
const stuckMs = 500;

/** @param path of a unix socket; without it a free port of this machine */
export async function startClamd(path?: string): Promise<Clamd> {
  const open = new Set<Socket>();
  let made = 0;
  const server = createServer((socket) => {
    made += 1;
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    converse(socket, clamd);
  });
  const where: ListenOptions = path ? { path } : { host: '127.0.0.1', port: 0 };
  await new Promise<void>((resolve) => server.listen(where, resolve));
  const clamd: Clamd = {
    url: path ? `unix://${path}` : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scanned: [],
    connections: () => ({ made, open: open.size }),
    fault: null,
    delayMs: 0,
    streamMaxLength: Number.POSITIVE_INFINITY,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return clamd;
}

function converse(socket: Socket, clamd: Clamd) {
  const hash = createHash('sha256');
  let unread = Buffer.alloc(0);
  let tail = '';
  let isCommanded = false;
  let isFound = false;
  let size = 0;
  const say = (answer: string) => setTimeout(() => socket.end(`${answer}\0`), clamd.delayMs);
  const take = (chunk: Buffer) => {
    hash.update(chunk);
    size += chunk.length;
    const text = tail + chunk.toString('latin1');
    isFound ||= text.includes(eicar);
    tail = text.slice(-eicar.length);
  };
  const end = () => {
    clamd.scanned.push(hash.digest('hex'));
    if (clamd.fault === 'silent') return;
    say(
      clamd.fault === 'garbage'
        ? 'HTTP/1.1 400 Bad Request'
        : isFound
          ? 'stream: Win.Test.EICAR_HDB-1 FOUND'
          : 'stream: OK',
    );
  };
  if (clamd.fault === 'stuck') return void setTimeout(() => socket.resume(), stuckMs);
  socket.on('data', (piece: Buffer) => {
    unread = Buffer.concat([unread, piece]);
    if (!isCommanded) {
      if (unread.length < command.length) return;
      isCommanded = unread.toString('latin1', 0, command.length) === command;
      if (!isCommanded) return void say('UNKNOWN COMMAND');
      unread = unread.subarray(command.length);
    }
    while (unread.length >= 4) {
      const length = unread.readUInt32BE(0);
      if (length === 0) return end();
      if (unread.length < 4 + length) return;
      take(unread.subarray(4, 4 + length));
      unread = unread.subarray(4 + length);
      if (clamd.fault === 'hangs-up') return void socket.destroy();
      if (clamd.fault === 'chatter') return void socket.write('x'.repeat(10_000));
      if (size > clamd.streamMaxLength) return void say('INSTREAM size limit exceeded. ERROR');
    }
  });
}
