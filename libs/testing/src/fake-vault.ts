import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Speaks as much of Vault's transit engine as is used, for one key. */
export async function startFakeVault(token: string) {
  const versions = [randomBytes(32)];
  const calls: string[] = [];
  let sealed = false;

  const encrypt = (plaintext: string): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', versions.at(-1)!, nonce);
    const bytes = Buffer.concat([
      nonce,
      cipher.update(Buffer.from(plaintext, 'base64')),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    return `vault:v${versions.length}:${bytes.toString('base64')}`;
  };
  const decrypt = (ciphertext: string): string => {
    const [, version, text] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? [];
    const bytes = Buffer.from(text!, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', versions[Number(version) - 1]!, bytes.subarray(0, 12)).setAuthTag(
      bytes.subarray(-16),
    );
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('base64');
  };
  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const path = request.url!.split('?')[0]!;
    calls.push(path);
    if (path === '/v1/sys/health') return [sealed ? 503 : 200, { sealed }];
    if (sealed) return [503, { errors: ['Vault is sealed'] }];
    if (request.headers['x-vault-token'] !== token) return [403, { errors: ['permission denied'] }];
    const body = (await json(request)) as { plaintext: string; ciphertext: string };
    try {
      switch (path) {
        case '/v1/transit/encrypt/tradepost':
          return [200, { data: { ciphertext: encrypt(body.plaintext), key_version: versions.length } }];
        case '/v1/transit/decrypt/tradepost':
          return [200, { data: { plaintext: decrypt(body.ciphertext) } }];
        case '/v1/transit/rewrap/tradepost':
          return [200, { data: { ciphertext: encrypt(decrypt(body.ciphertext)), key_version: versions.length } }];
        default:
          return [404, { errors: [] }];
      }
    } catch {
      return [400, { errors: ['cipher: message authentication failed'] }];
    }
  };

  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/transit/keys/tradepost`,
    /** Paths, in order. */
    calls,
    rotate: () => void versions.push(randomBytes(32)),
    seal: (now: boolean) => (sealed = now),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
