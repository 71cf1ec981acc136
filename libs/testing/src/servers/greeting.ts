import { connect } from 'node:net';

/**
 * Sends a line to a server with a text protocol and waits for the wanted answer: a readiness check that needs
 * neither a client nor credentials.
 */
export function greet(port: number, say: string, wanted: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = '';
    socket.setTimeout(2_000, () => socket.destroy(new Error('no greeting within 2 s')));
    socket.once('connect', () => socket.write(say));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (wanted.test(received)) {
        resolve();
        socket.destroy();
      } else if (received.includes('\r\n')) {
        socket.destroy(new Error(`answered ${received.slice(0, 80).trim()}`));
      }
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without a greeting')));
  });
}
