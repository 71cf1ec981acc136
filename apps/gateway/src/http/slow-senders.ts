import type { IncomingMessage } from 'node:http';
import { log } from '@tradepost/service-kit/observability/logging';
import { second } from '@tradepost/service-kit/runtime/durations';
import type { FastifyInstance } from 'fastify';

const minBytesPerSecond = 1024;
/** Node sends the same for headers that come too slowly. */
const tooSlow = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

interface Arrival {
  /** That the connection had read at `since`. */
  bytes: number;
  since: number;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes connections that send a body with less than 1 KB a second for `seconds`, while the gateway is ready to read it. */
export function closeSlowSenders(server: FastifyInstance, seconds: number): void {
  const arrivals = new Map<IncomingMessage, Arrival>();
  const now = ({ socket }: IncomingMessage): Arrival => ({ bytes: socket.bytesRead, since: performance.now() });
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!hasBody(raw)) return done();
    arrivals.set(raw, now(raw));
    raw.once('close', () => arrivals.delete(raw));
    done();
  });
  const look = () => {
    for (const [raw, { bytes, since }] of arrivals) {
      const isWaiting = raw.readableFlowing === true && raw.readableLength === 0;
      if (raw.complete) arrivals.delete(raw);
      else if (!isWaiting || raw.socket.bytesRead - bytes >= minBytesPerSecond * seconds) arrivals.set(raw, now(raw));
      else if (performance.now() - since >= seconds * second) {
        arrivals.delete(raw);
        log.warn({ method: raw.method }, 'closed a connection: the request body arrived too slowly');
        raw.socket.write(tooSlow);
        raw.socket.destroySoon();
      }
    }
  };
  const timer = setInterval(look, (seconds * second) / 4);
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
}
