import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const checkpoint = 'tradepost.example/key-log\n1\nAAAA\n\n— tradepost.example/key-log AAAA\n';
const hashes = Buffer.alloc(3 * 32, 7);

describe('the key log', () => {
  let gateway: GatewayUnderTest;
  const get = (path: string) => request(gateway.origin).get(`/api/key-log/${path}`);

  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.stubService(identity.keyLog, () => ({ key: 'a key', checkpoint }));
    await gateway.stubService(identity.keyLogTile, ({ width }) => {
      if (width !== 3) throw new AppError('NOT_FOUND');
      return { hashes: hashes.toString('base64') };
    });
  });
  afterAll(() => gateway.stop());

  it('publishes its checkpoint, never from a cache', async () => {
    const { text, headers } = await get('checkpoint').expect(200);
    expect(text).toBe(checkpoint);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' });
  });

  it('publishes its hashes, and caches may store them', async () => {
    const { body, headers } = await get('tile/1/x001/002.p/3').buffer().expect(200);
    expect(body).toEqual(hashes);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(gateway.calls.at(-1)).toMatchObject({ input: { level: 1, index: 1002, width: 3 } });
  });

  it.each(['tile/1/000', 'tile/1/000.p/300', 'tile/1/1', 'tile/entries/000', 'tile/', 'tile/0/..%2f000'])(
    'has no %s',
    async (path) => {
      const { headers } = await get(path).expect(404);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  it('shows its entries only to signed-in callers', async () => {
    await get('entries/0').expect(401);
  });
});
