import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

interface Answer {
  /** Of the body. */
  bytes: number;
  headers: IncomingHttpHeaders;
}

/** One client for both sides of a comparison, over connections that stay open. */
export class RawHttp {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(private readonly origin: string) {}

  /** @throws Error for an answer that is not a success @returns bytes of the body that came back */
  async send(method: string, path: string, headers?: Record<string, string>, body?: Buffer): Promise<number> {
    return (await this.answer(method, path, headers, body)).bytes;
  }

  /** @throws Error for an answer that is not a success @returns the headers that came back */
  async headersOf(method: string, path: string, headers: Record<string, string>): Promise<IncomingHttpHeaders> {
    return (await this.answer(method, path, headers)).headers;
  }

  close() {
    this.agent.destroy();
  }

  private answer(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = request(
        `${this.origin}${path}`,
        { method, agent: this.agent, headers: { ...headers, ...(body && { 'content-length': body.length }) } },
        (response) => {
          countBytes(response).then((bytes) => {
            const status = response.statusCode ?? 0;
            if (status >= 200 && status < 300) resolve({ bytes, headers: response.headers });
            else reject(new Error(`${method} ${path}: ${status}`));
          }, reject);
        },
      );
      call.once('error', reject);
      call.end(body);
    });
  }
}

async function countBytes(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) bytes += piece.length;
  return bytes;
}
