import type { DeviceStore } from '@tradepost/client/contacts/device-store';
import type { Described } from '@tradepost/client/test/lies/fields';
import { runLies } from '@tradepost/client/test/lies/table';
import { deviceOf } from '../../vault/device';
import { workerCrypto } from '../../workers/worker-crypto';

/*
 * Lies to the web app's own parts: IndexedDB, workers, and the WebCrypto of the browser that shows this page. It sends the result
 * to the server that it came from, because that needs no program that drives the browser.
 */

function newDevice(): DeviceStore {
  const userId = crypto.randomUUID();
  const { read, write } = deviceOf(userId);
  return {
    read,
    // earlier releases wrote it there
    write: async (name, value) =>
      name === 'keys-seen' ? localStorage.setItem(`keys-seen:${userId}`, value) : write(name, value),
  };
}

const report = (result: object) => fetch('/result', { method: 'POST', body: JSON.stringify(result) });

try {
  const described = (await (await fetch('/described.json')).json()) as Described;
  await report(await runLies(described, { work: workerCrypto, newDevice }));
} catch (error) {
  await report({ failure: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
}
