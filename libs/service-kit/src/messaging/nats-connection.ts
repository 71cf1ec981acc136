import { connect, type NatsConnection } from 'nats';

/**
 * The one connection of a process: requests, events and broadcasts share it. It reconnects forever.
 *
 * @param url `nats://user:password@host:port`
 */
export function connectNats({ url, name }: { url: string; name: string }): Promise<NatsConnection> {
  const { username, password, host } = new URL(url);
  return connect({
    servers: host,
    name,
    // this user's own, so that no service reads another's replies (deploy/nats.conf)
    inboxPrefix: `_INBOX.${name}`,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: true,
    // recording the caller's stack for each request costs a tenth of it
    noAsyncTraces: true,
  });
}
