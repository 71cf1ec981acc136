import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections (Linux from 32768): none of those takes one before its server. */
const [lowest, count] = [16_000, 16_000];
/** Processes that start servers at the same time begin at different ports. */
let next = process.pid * 64;

/** A TCP port on 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  const port = lowest + (next++ % count);
  return listenOnce(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return freePort();
    throw error;
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
