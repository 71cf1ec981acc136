import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Transform } from 'node:stream';

/** Between the program and Tradepost: sees every call, and may change or hold back what is answered. */
export class Wire {
  readonly seen: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  /** What was sent to sign in and the like. */
  readonly credentials: string[] = [];
  onAnswer: (call: { method: string; url: string }) => Transform | undefined = () => undefined;
  private readonly server;

  constructor(private readonly origin: string) {
    this.server = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      this.seen.push({ method, url, headers });
      const onwards = ask(
        new URL(url, this.origin),
        // uncompressed, so that an answer can be changed
        { method, headers: { ...headers, host: new URL(this.origin).host, 'accept-encoding': 'identity' } },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          const change = this.onAnswer({ method, url });
          if (change) answer.pipe(change).pipe(response);
          else answer.pipe(response);
        },
      );
      onwards.on('error', () => response.destroy());
      response.once('close', () => onwards.destroy());
      if (url.startsWith('/api/auth/')) request.on('data', (piece: Buffer) => this.credentials.push(piece.toString()));
      request.pipe(onwards);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<unknown> {
    return new Promise((resolve) => (this.server.close(resolve), this.server.closeAllConnections()));
  }
}
