import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections (Linux from 32768): none of those takes one before its server. */
const [lowest, end] = [16_000, 32_000];

/** A free TCP port on 127.0.0.1. On Linux no other process gets it from here while this one runs, also before its server does. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, end);
  try {
    await reserve(port);
    return await listenOnce(port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
}

/** A server may need seconds until it listens. An abstract socket reserves its port; the kernel removes it when this process ends. */
async function reserve(port: number): Promise<void> {
  if (process.platform !== 'linux') return;
  await new Promise<void>((resolve, reject) => {
    const reservation = createServer();
    reservation.once('error', reject);
    reservation.listen(`\0tradepost-port-${port}`, resolve);
    reservation.unref();
  });
}

/**
 * Settles the port a server is to get: the wanted one, checked to be free, or any free one.
 * @throws Error of one line naming the port and the server when the port is taken.
 */
export async function claimPort(wanted: number | undefined, server: string): Promise<number> {
  if (wanted === undefined) return freePort();
  try {
    return await listenOnce(wanted);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    if (reason === 'EADDRINUSE') throw new Error(`Port ${wanted}, meant for ${server}, is in use by another program.`);
    if (reason === 'EACCES') throw new Error(`Port ${wanted}, meant for ${server}, may not be opened by this user.`);
    throw error;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
