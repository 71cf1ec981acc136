import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface RawCall {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

const unanswered = 'none';

/** Answers by attack and status; `none` counts calls that were not answered. */
export type Outcomes = Record<string, Record<string, number>>;

/** Longer than any answer takes on a busy machine. */
const longestMs = 120_000;

/** Calls of one tenant, from a network of its own: an address of this machine. */
export class RawCaller {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly target: URL;

  constructor(
    private readonly origin: string,
    readonly localAddress: string,
    readonly token: string,
    readonly outcomes: Outcomes = {},
  ) {
    this.target = new URL(origin);
  }

  /** Someone else of the tenant, who adds to the same outcomes. */
  as(token: string): RawCaller {
    return new RawCaller(this.origin, this.localAddress, token, this.outcomes);
  }

  /** Counts the answer for the attack. @returns its status and body; undefined when there was none */
  async call(attack: string, { method = 'GET', path, headers = {}, body }: RawCall) {
    const answer = await this.send({ method, path, headers, ...(body !== undefined && { body }) });
    this.count(attack, answer?.status);
    return answer;
  }

  json(attack: string, path: string, body: object) {
    const headers = { 'content-type': 'application/json' };
    return this.call(attack, { method: 'POST', path, headers, body: JSON.stringify(body) });
  }

  count(attack: string, status: number | undefined): void {
    const of = (this.outcomes[attack] ??= {});
    const outcome = String(status ?? unanswered);
    of[outcome] = (of[outcome] ?? 0) + 1;
  }

  hasAnswer(attack: string): boolean {
    return Object.keys(this.outcomes[attack] ?? {}).some((outcome) => outcome !== unanswered);
  }

  /** A connection that the caller writes bytes to. */
  connection(): Socket {
    const socket = connect({
      host: this.target.hostname,
      port: Number(this.target.port),
      localAddress: this.localAddress,
    });
    return socket.on('error', () => undefined);
  }

  close(): void {
    this.agent.destroy();
  }

  private send({ method, path, headers, body }: RawCall): Promise<{ status: number; text: string } | undefined> {
    return new Promise((resolve) => {
      const call = request(
        {
          host: '127.0.0.1',
          port: this.target.port,
          localAddress: this.localAddress,
          method,
          path: `/api${path}`,
          agent: this.agent,
          timeout: longestMs,
          headers: {
            authorization: `Bearer ${this.token}`,
            ...headers,
            ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          },
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.length < 100 && pieces.push(piece));
          response.once('error', () => resolve(undefined));
          response.once('end', () => {
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() });
          });
        },
      );
      call.once('timeout', () => call.destroy());
      call.once('error', () => resolve(undefined));
      call.end(body);
    });
  }
}

/** Calls again and again. */
export async function repeatedly(
  isOver: () => boolean,
  atOnce: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  let n = 0;
  const worker = async () => {
    while (!isOver()) await work(n++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
