import { createServer } from 'node:http';

export interface Challenges {
  answer: (token: string, text: string) => void;
  forget: () => void;
  stop: () => Promise<void>;
}

const path = '/.well-known/acme-challenge/';

/** Answers HTTP-01 challenges on plain HTTP and redirects all other requests to HTTPS. */
export async function serveChallenges(host: string, port: number, origin: string): Promise<Challenges> {
  const answers = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', origin);
    const text = pathname.startsWith(path) ? answers.get(pathname.slice(path.length)) : undefined;
    if (text !== undefined) return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(text);
    if (request.method !== 'GET' && request.method !== 'HEAD') return response.writeHead(403).end();
    return response.writeHead(308, { location: `${origin}${pathname}${search}`, connection: 'close' }).end();
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    answer: (token, text) => answers.set(token, text),
    forget: () => answers.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
