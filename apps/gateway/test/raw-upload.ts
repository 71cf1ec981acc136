import { connect, type Socket } from 'node:net';

export const boundary = 'xxBOUNDARYxx';
export const formHead = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nmine\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;
export const formTail = `\r\n--${boundary}--\r\n`;

/** Sends a raw form, which can stop at any byte. */
export function sendForm(
  { port, path, bearer }: { port: number; path: string; bearer: string },
  headers: Record<string, string | number>,
  ...pieces: (string | Buffer)[]
): Socket {
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries({
    host: 'x',
    authorization: bearer,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  for (const piece of pieces) socket.write(piece);
  socket.on('error', () => undefined);
  return socket;
}
