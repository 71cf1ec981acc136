import { connect } from 'node:tls';
import { second } from '../runtime/durations';

/** Redis without TLS answers nothing to the first bytes of TLS. */
const silenceMs = 5 * second;

/** Whether a server has no TLS, or no certificate that is trusted: trying again changes nothing. */
export const isTlsRefusal = (error: unknown): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|UNABLE_TO_|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_)/.test(
    (error as { code?: string } | undefined)?.code ?? '',
  );

/** What an operator reads when a process does not start because of a certificate. */
export const untrusted = (setting: string, url: string, reason: string): Error =>
  new Error(
    `Settings: ${setting}: no trusted TLS connection to ${new URL(url).host}: ${reason}. See docs/configuration.md#certificates-of-servers.`,
  );

/**
 * For clients that would retry forever. A server that cannot be reached yet is not an error here.
 * @param url of a server that speaks TLS from the first byte
 * @throws Error when it has no TLS or no trusted certificate; nothing was sent to it
 */
export function requireTrusted(setting: string, url: string, defaultPort: number): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) }, () =>
      socket.end(),
    );
    socket.setTimeout(silenceMs, () => {
      if (!socket.connecting) reject(untrusted(setting, url, 'it does not answer with TLS'));
      socket.destroy();
    });
    socket.once('error', (error) => isTlsRefusal(error) && reject(untrusted(setting, url, error.message)));
    socket.once('close', () => resolve());
  });
}
