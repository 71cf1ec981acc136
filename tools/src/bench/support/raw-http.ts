import { Agent, request, type IncomingMessage } from 'node:http';

/** One client for both sides of a comparison, over connections that stay open. */
export class RawHttp {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(private readonly origin: string) {}

  /** @throws Error for an answer that is not a success @returns bytes of the body that came back */
  send(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      const call = request(
        `${this.origin}${path}`,
        { method, agent: this.agent, headers: { ...headers, ...(body && { 'content-length': body.length }) } },
        (response) => {
          countBytes(response).then((bytes) => {
            const status = response.statusCode ?? 0;
            if (status >= 200 && status < 300) resolve(bytes);
            else reject(new Error(`${method} ${path}: ${status}`));
          }, reject);
        },
      );
      call.once('error', reject);
      call.end(body);
    });
  }

  close() {
    this.agent.destroy();
  }
}

async function countBytes(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) bytes += piece.length;
  return bytes;
}
