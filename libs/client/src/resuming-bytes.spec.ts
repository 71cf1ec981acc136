import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';
import { resumingBytes } from './resuming-bytes';

const content = randomBytes(100_000);
const patience = { attempts: 3, firstPauseMs: 1, longestPauseMs: 10 };

/** Answers each call in turn, and notes what range it asked for. */
async function serving(...answers: ((response: ServerResponse, from: number) => void)[]) {
  const ranges: (string | undefined)[] = [];
  const server = createServer(({ headers: { range } }, response) => {
    ranges.push(range);
    answers[Math.min(ranges.length, answers.length) - 1]?.(response, Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
  return { client: new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { patience }), ranges };
}
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const whole = (response: ServerResponse, from: number) => response.writeHead(from > 0 ? 206 : 200).end(content.subarray(from));
const broken = (response: ServerResponse, from: number) => {
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from }).write(content.subarray(from, from + 30_000), () => setTimeout(() => response.destroy(), 20));
};
const read = async (bytes: AsyncIterable<Uint8Array>) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
};

it('goes on at the byte reached, however often the connection breaks', async () => {
  const { client, ranges } = await serving(broken, broken, whole);
  expect((await read(resumingBytes(client, '/x', { size: content.length }))).equals(content)).toBe(true);
  expect(ranges).toEqual([undefined, 'bytes=30000-', 'bytes=60000-']);
});

it('begins where an earlier process ended', async () => {
  const { client, ranges } = await serving(whole);
  expect((await read(resumingBytes(client, '/x', { from: 99_000, size: content.length }))).equals(content.subarray(99_000))).toBe(true);
  expect(ranges).toEqual(['bytes=99000-']);
});

it.each([
  ['begins again', (response: ServerResponse) => response.writeHead(200).end(content), 10],
  ['has more than it said', (response: ServerResponse) => response.writeHead(200).end(Buffer.concat([content, content])), 0],
])('refuses a server that %s', async (_, answer, from) => {
  const { client } = await serving(answer);
  await expect(read(resumingBytes(client, '/x', { from, size: content.length }))).rejects.toMatchObject({ problem: 'TAMPERED' });
});

it('gives up on a server that brings nothing', async () => {
  const { client } = await serving((response) => response.writeHead(200).end());
  await expect(read(resumingBytes(client, '/x', { size: content.length }))).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) });
});
