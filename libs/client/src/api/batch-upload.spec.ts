import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';
import { batchesOf, filesOrErrors, uploadBatch } from './batch-upload';

const sizes = (batches: { size: number }[][]) => batches.map((batch) => batch.map(({ size }) => size));
const ofSizes = (...all: number[]) => all.map((size) => ({ size }));
const mib = 1024 * 1024;

test('a batch has at most 200 files and 8 MiB, and the files keep their order', () => {
  expect(batchesOf([])).toEqual([]);
  expect(sizes(batchesOf(ofSizes(3 * mib, 5 * mib, 1, 9 * mib, 2)))).toEqual([[3 * mib, 5 * mib], [1], [9 * mib], [2]]);
  expect(batchesOf(ofSizes(...Array<number>(401).fill(1))).map(({ length }) => length)).toEqual([200, 200, 1]);
});

test('a batch is one form, and each file has its own outcome', async () => {
  let sent = '';
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (piece: string) => (sent += piece));
    request.once('end', () =>
      response.end(
        JSON.stringify({
          results: [
            { name: 'a.csv', status: 201, file: { id: 'f1' } },
            { name: 'b.csv', status: 507, error: { code: 'QUOTA_EXCEEDED', message: 'Your storage is full' } },
          ],
        }),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [first, second] = await uploadBatch(client, 'd1', [
    { name: 'a.csv', content: new Blob(['one']), terms: { price: '1' } },
    { name: 'b.csv', content: new Blob(['two']), terms: {} },
  ]);
  server.close();
  server.closeAllConnections();
  expect(first).toEqual({ id: 'f1' });
  expect(second).toMatchObject({ status: 507, code: 'QUOTA_EXCEEDED', message: 'Your storage is full' });
  expect(sent.indexOf('[{"price":"1"},{}]')).toBeLessThan(sent.indexOf('filename="a.csv"'));
  expect(sent.indexOf('one')).toBeLessThan(sent.indexOf('two'));
});

test('a file that is missing in the answer counts as failed', () => {
  const [first, second, ...more] = filesOrErrors(2, []);
  expect(first).toMatchObject({ status: 502, message: 'The server did not report the result for this file' });
  expect(second).toMatchObject({ status: 502 });
  expect(more).toEqual([]);
});
