import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A separate process: it answers every call with the value it was sent, serialized each time, and reports its port.
process.once('message', (value) => {
  const server = createServer((_request, response) => {
    const body = JSON.stringify(value);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
