import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { checkServerIdentity, type ConnectionOptions as SecureOptions } from 'node:tls';
import { connect, ErrorCode, NatsError, type ConnectionOptions, type NatsConnection, type TlsOptions } from 'nats';
import { second } from '../runtime/durations';
import { isTlsRefusal, untrusted } from '../security/tls-refusal';

const retryMs = 500;
/** A server that answers none of this many pings has vanished without closing the connection. */
const mostUnansweredPings = 2;

/** Why TLS failed; undefined for another error. */
function tlsProblem(error: unknown): string | undefined {
  const { code, chainedError, message } = error as NatsError;
  if (code === ErrorCode.ServerOptionNotAvailable) return 'it has no TLS';
  if (isTlsRefusal(chainedError)) return chainedError?.message;
  return isTlsRefusal(error) ? message : undefined;
}

/** nats.js compares the certificate with "localhost" where the address is an IP address. It passes these options to `tls.connect`. */
const tlsOf = (hostname: string): TlsOptions =>
  isIP(hostname) === 0
    ? {}
    : ({ checkServerIdentity: (_, cert) => checkServerIdentity(hostname, cert) } satisfies SecureOptions as TlsOptions);

/**
 * The one connection of a process: requests, events and broadcasts share it. It waits for its first connection, and reconnects
 * forever.
 *
 * @param url `nats://user:password@host:port`, with TLS if the server demands it; `tls://…`: never without
 * @param pingMs time between two pings
 * @throws Error when the server has no TLS that it should have, or a certificate that is not trusted
 */
export async function connectNats({
  url,
  name,
  pingMs = 5 * second,
}: {
  url: string;
  name: string;
  pingMs?: number;
}): Promise<NatsConnection> {
  const { protocol, username, password, host, hostname } = new URL(url);
  const options: ConnectionOptions = {
    servers: host,
    name,
    // this user's own, so that no service reads another's replies (deploy/nats.conf)
    inboxPrefix: `_INBOX.${name}`,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(protocol === 'tls:' && { tls: tlsOf(hostname) }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    timeout: mostUnansweredPings * pingMs,
    pingInterval: pingMs,
    maxPingOut: mostUnansweredPings,
    // recording the caller's stack for each request costs a tenth of it
    noAsyncTraces: true,
  };
  for (;;) {
    try {
      return await connect(options);
    } catch (error) {
      const problem = tlsProblem(error);
      if (problem !== undefined) throw untrusted('NATS_URL', url, problem);
      await delay(retryMs);
    }
  }
}
