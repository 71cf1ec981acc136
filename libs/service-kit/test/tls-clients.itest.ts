import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { waitFor } from '@tradepost/testing/wait-for';
import { dataSource } from '../src/database/database';
import { connectNats } from '../src/messaging/nats-connection';
import { openObjectStore } from '../src/objects/open';
import { VaultTransit } from '../src/security/at-rest/vault-transit';

const secret = 'pass-word-of-the-server';
const natsInfo = `INFO ${JSON.stringify({ server_id: 'x', version: '2.10.0', max_payload: 1_048_576, tls_required: true })}\r\n`;

/** Has the right address but a certificate that nobody trusts: what it gets in the clear or through TLS is what a thief would. */
class Impostor {
  private readonly directory = mkdtempSync(join(tmpdir(), 'tradepost-impostor-'));
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  received = '';
  private hangUps = 0;

  /** @param greet what the protocol says before TLS begins */
  async start(greet: 'at once' | 'PostgreSQL' | 'NATS' = 'at once'): Promise<string> {
    const [key, cert] = [join(this.directory, 'key.pem'), join(this.directory, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
    const certificate = { isServer: true, key: readFileSync(key), cert: readFileSync(cert) };
    const encrypt = (socket: Socket) => {
      const tls = new TLSSocket(socket, certificate);
      tls.on('data', (data: Buffer) => (this.received += data.toString('latin1')));
      tls.on('error', () => undefined);
      tls.once('close', () => (this.hangUps += 1));
    };
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      if (greet === 'NATS') socket.write(natsInfo);
      if (greet !== 'PostgreSQL') return encrypt(socket);
      socket.once('data', () => {
        socket.write('S');
        encrypt(socket);
      });
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    return `localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** A client has seen the certificate and hung up. */
  refused() {
    return waitFor(() => this.hangUps > 0);
  }

  stop() {
    for (const socket of this.sockets) socket.destroy();
    this.server?.close();
    rmSync(this.directory, { recursive: true });
  }
}

describe('a server with a certificate that nobody trusts', () => {
  let impostor: Impostor;
  beforeEach(() => void (impostor = new Impostor()));
  afterEach(() => impostor.stop());

  const expectNothing = async () => {
    await impostor.refused();
    expect(impostor.received).toBe('');
  };

  it('gets nothing that is meant for PostgreSQL', async () => {
    const host = await impostor.start('PostgreSQL');
    const url = `postgres://tradepost:${secret}@${host}/tradepost?sslmode=verify-full`;
    await expect(dataSource({ schema: 'kit', url, entities: [], migrations: [] }).initialize()).rejects.toThrow(
      'self-signed certificate',
    );
    await expectNothing();
  });

  it('gets nothing that is meant for the object store', async () => {
    const host = await impostor.start();
    await expect(openObjectStore(`https://tradepost:${secret}@${host}/bucket`).ready()).rejects.toThrow();
    await expectNothing();
  });

  it('gets nothing that is meant for Vault', async () => {
    const host = await impostor.start();
    const vault = new VaultTransit({ url: `https://${host}/v1/transit/keys/tradepost`, token: secret });
    await expect(vault.wrap(Buffer.alloc(32))).rejects.toThrow();
    await expectNothing();
  });

  it('gets nothing that is meant for NATS', async () => {
    const host = await impostor.start('NATS');
    await expect(connectNats({ url: `nats://tradepost:${secret}@${host}`, name: 'gateway' })).rejects.toThrow(
      /NATS_URL.*self-signed certificate/,
    );
    await expectNothing();
  });
});
